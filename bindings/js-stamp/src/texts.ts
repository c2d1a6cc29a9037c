// The texts of a page while somebody waits, in ten languages. {time} and {error} are filled in.

/** In this order in {@link LANGUAGES}. */
const KEYS = ['why', 'rest', 'begin', 'pause', 'resume', 'done', 'failed'] as const;

export type Texts = Readonly<Record<(typeof KEYS)[number], string>> & {
  /** The language's tag (BCP 47), and which way it is written. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
};

const DATA = {
  en: [
    'A short wait protects this site.',
    'Time left: about {time}',
    'Begin',
    'Pause',
    'Go on',
    'Done.',
    'It did not work: {error}',
  ],
  de: [
    'Eine kurze Wartezeit schützt diese Seite.',
    'Noch etwa {time}',
    'Beginnen',
    'Anhalten',
    'Weiter',
    'Fertig.',
    'Es hat nicht geklappt: {error}',
  ],
  fr: [
    'Une courte attente protège ce site.',
    'Temps restant : environ {time}',
    'Commencer',
    'Pause',
    'Continuer',
    'Terminé.',
    "Cela n'a pas fonctionné : {error}",
  ],
  es: [
    'Una breve espera protege este sitio.',
    'Tiempo restante: unos {time}',
    'Empezar',
    'Pausa',
    'Continuar',
    'Listo.',
    'No ha funcionado: {error}',
  ],
  it: [
    'Una breve attesa protegge questo sito.',
    'Tempo rimanente: circa {time}',
    'Inizia',
    'Pausa',
    'Continua',
    'Fatto.',
    'Non ha funzionato: {error}',
  ],
  pt: [
    'Uma breve espera protege este site.',
    'Tempo restante: cerca de {time}',
    'Começar',
    'Pausar',
    'Continuar',
    'Pronto.',
    'Não funcionou: {error}',
  ],
  el: [
    'Μια σύντομη αναμονή προστατεύει τον ιστότοπο.',
    'Απομένουν περίπου {time}',
    'Έναρξη',
    'Παύση',
    'Συνέχεια',
    'Έτοιμο.',
    'Δεν πέτυχε: {error}',
  ],
  ja: [
    '短い待ち時間でこのサイトを守っています。',
    '残り約 {time}',
    '開始',
    '一時停止',
    '再開',
    '完了しました。',
    'うまくいきませんでした：{error}',
  ],
  zh: [
    '短暂的等待保护本网站。',
    '剩余时间：约 {time}',
    '开始',
    '暂停',
    '继续',
    '完成。',
    '未能成功：{error}',
  ],
  ar: [
    'انتظار قصير يحمي هذا الموقع.',
    'الوقت المتبقي: نحو {time}',
    'ابدأ',
    'إيقاف مؤقت',
    'متابعة',
    'تم.',
    'لم ينجح الأمر: {error}',
  ],
} satisfies Record<string, string[]>;

/** The languages that there are, by their tags. */
export const LANGUAGES = Object.keys(DATA);

/** The texts in the first of some languages that is here, English otherwise. */
export function textsFor(...wanted: readonly (string | null | undefined)[]): Texts {
  const tags = wanted.map((tag) => tag?.split('-')[0]!.toLowerCase());
  const lang = (tags.find((tag) => tag && Object.hasOwn(DATA, tag)) ?? 'en') as keyof typeof DATA;
  const texts = Object.fromEntries(KEYS.map((key, i) => [key, DATA[lang][i]!]));
  return { ...texts, lang, dir: lang === 'ar' ? 'rtl' : 'ltr' } as unknown as Texts;
}

/** A text with its places filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/{(\w+)}/g, (place, name: string) => values[name] ?? place);

/** "Time left: about 12 seconds", in the texts' language; nothing while it is not known. */
export function restOf({ rest, lang }: Texts, ms: number | null): string {
  if (ms === null) return '';
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const isLong = seconds > 90;
  const format = new Intl.NumberFormat(lang, { style: 'unit', unit: isLong ? 'minute' : 'second', unitDisplay: 'long' });
  return fill(rest, { time: format.format(isLong ? Math.ceil(seconds / 60) : seconds) });
}
