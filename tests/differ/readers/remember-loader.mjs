// Puts a function that remembers in the place of one that does not, in the modules of the TypeScript packages (remember.mjs).

/** Slow functions whose result depends only on their arguments, by modules of bindings/js/dist. */
const REMEMBERED = {
  'genesis.js': ['decodeGenesis'],
  'ecvrf.js': ['verify', 'checkPublicKey'],
  'xvrf.js': ['verify'],
  'ivrf.js': ['verify'],
  'avrf.js': ['verify'],
  'ml-dsa.js': ['verifies'],
  'network-file.js': ['verifiesEd25519', 'checkEd25519'],
  'delay.js': ['checkOutput', 'recoverOutput'],
  'hash-to-prime.js': ['hashToPrime', 'hintedPrime'],
  'discriminant.js': ['discriminantFromSeed'],
  'root-field.js': ['safePrime'],
  'prime.js': ['isPrime'],
};

export async function load(url, context, next) {
  const loaded = await next(url, context);
  const names = REMEMBERED[/\/js\/dist\/([^/]*)$/.exec(url)?.[1]];
  return names === undefined ? loaded : { ...loaded, source: names.reduce(again, loaded.source.toString()) };
}

/** A module's text with `name` under another name, and what remembers its answers under this one. */
function again(text, name) {
  const found = new RegExp(`^(export )?function ${name}\\(`, 'm').exec(text);
  if (found === null) throw new Error(`there is no function ${name} to remember`);
  const once = text.replace(found[0], `function ${name}Once(`);
  return `${once}\n${found[1] ?? ''}function ${name}(...values) { return differRemembered(import.meta.url + '${name}', ${name}Once, values); }\n`;
}
