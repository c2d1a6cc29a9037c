// What a page says while somebody waits, in ten languages. {time} and {error} are filled in.

/** In this order in {@link LANGUAGES}. */
const KEYS = ['why', 'rest', 'begin', 'pause', 'resume', 'done', 'failed'] as const;

export type Texts = Readonly<Record<(typeof KEYS)[number], string>> & {
  /** The language's tag (BCP 47), and which way it is written. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
};

const DATA = {
  en: [
    'This site asks for a short wait, so that nobody can flood it.',
    'Time left: about {time}',
    'Begin',
    'Pause',
    'Go on',
    'Done. Thank you.',
    'It did not work: {error}',
  ],
  de: [
    'Diese Seite bittet um eine kurze Wartezeit, damit niemand sie überfluten kann.',
    'Noch etwa {time}',
    'Beginnen',
    'Anhalten',
    'Weiter',
    'Fertig. Vielen Dank.',
    'Es hat nicht geklappt: {error}',
  ],
  fr: [
    "Ce site demande une courte attente, pour que personne ne puisse l'inonder.",
    'Temps restant : environ {time}',
    'Commencer',
    'Pause',
    'Continuer',
    'Terminé. Merci.',
    "Cela n'a pas fonctionné : {error}",
  ],
  es: [
    'Este sitio pide una breve espera para que nadie pueda inundarlo.',
    'Tiempo restante: unos {time}',
    'Empezar',
    'Pausa',
    'Continuar',
    'Listo. Gracias.',
    'No ha funcionado: {error}',
  ],
  it: [
    'Questo sito chiede una breve attesa, perché nessuno possa sommergerlo di richieste.',
    'Tempo rimanente: circa {time}',
    'Inizia',
    'Pausa',
    'Continua',
    'Fatto. Grazie.',
    'Non ha funzionato: {error}',
  ],
  pt: [
    'Este site pede uma breve espera, para que ninguém o possa inundar.',
    'Tempo restante: cerca de {time}',
    'Começar',
    'Pausar',
    'Continuar',
    'Pronto. Obrigado.',
    'Não funcionou: {error}',
  ],
  el: [
    'Ο ιστότοπος ζητά μια σύντομη αναμονή, ώστε κανείς να μην μπορεί να τον κατακλύσει.',
    'Απομένουν περίπου {time}',
    'Έναρξη',
    'Παύση',
    'Συνέχεια',
    'Έτοιμο. Ευχαριστούμε.',
    'Δεν πέτυχε: {error}',
  ],
  ja: [
    'このサイトは、大量のアクセスを防ぐため、短い待ち時間をお願いしています。',
    '残り約 {time}',
    '開始',
    '一時停止',
    '再開',
    '完了しました。ありがとうございます。',
    'うまくいきませんでした：{error}',
  ],
  zh: [
    '本网站请您稍等片刻，以防有人用大量请求淹没它。',
    '剩余时间：约 {time}',
    '开始',
    '暂停',
    '继续',
    '完成，谢谢。',
    '未能成功：{error}',
  ],
  ar: [
    'يطلب هذا الموقع انتظارًا قصيرًا حتى لا يتمكن أحد من إغراقه بالطلبات.',
    'الوقت المتبقي: نحو {time}',
    'ابدأ',
    'إيقاف مؤقت',
    'متابعة',
    'تم. شكرًا لك.',
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
