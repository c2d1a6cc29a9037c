// What only the gate's page says: its title, and what is done meanwhile.

const DATA: Record<string, readonly [title: string, steps: string]> = {
  en: [
    'One moment',
    'Your device counts {t} steps, one after the other.',
  ],
  de: [
    'Einen Moment',
    'Ihr Gerät zählt {t} Schritte, einen nach dem anderen.',
  ],
  fr: [
    'Un instant',
    "Votre appareil compte {t} étapes, l'une après l'autre.",
  ],
  es: [
    'Un momento',
    'Su dispositivo cuenta {t} pasos, uno tras otro.',
  ],
  it: [
    'Un momento',
    "Il dispositivo conta {t} passi, uno dopo l'altro.",
  ],
  pt: [
    'Um momento',
    'O seu dispositivo conta {t} passos, um após o outro.',
  ],
  el: [
    'Μια στιγμή',
    'Η συσκευή σας μετρά {t} βήματα, το ένα μετά το άλλο.',
  ],
  ja: [
    '少々お待ちください',
    'お使いの端末が {t} 回の計算を順番に行います。',
  ],
  zh: [
    '请稍候',
    '您的设备将依次完成 {t} 步计算。',
  ],
  ar: [
    'لحظة من فضلك',
    'يعدّ جهازك {t} خطوة، واحدة تلو الأخرى.',
  ],
};

/** In a language of the package. */
export const pageTexts = (lang: string): { title: string; steps: string } => {
  const [title, steps] = DATA[lang]!;
  return { title, steps };
};
