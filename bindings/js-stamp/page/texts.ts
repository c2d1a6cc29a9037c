// The texts of the gate's page alone: its title, the work in progress, and the error if the browser does not keep the
// pass; for the operator, possible reasons for this.

const DATA: Record<string, readonly [title: string, steps: string, cookies: string, operator: string]> = {
  en: [
    'One moment',
    'Your device counts {t} steps, one after the other.',
    'Your browser does not keep the pass. Allow cookies for this site, and begin again.',
    'For the operator: without TLS, browsers keep the pass only of a gate with --insecure (secure: false).',
  ],
  de: [
    'Einen Moment',
    'Ihr Gerät zählt {t} Schritte, einen nach dem anderen.',
    'Ihr Browser behält den Zugang nicht. Erlauben Sie Cookies für diese Seite, und beginnen Sie noch einmal.',
    'Für den Betreiber: ohne TLS behalten Browser den Zugang nur bei einem Gate mit --insecure (secure: false).',
  ],
  fr: [
    'Un instant',
    "Votre appareil compte {t} étapes, l'une après l'autre.",
    'Votre navigateur ne garde pas le laissez-passer. Autorisez les cookies de ce site, puis recommencez.',
    "Pour l'exploitant : sans TLS, les navigateurs ne gardent le laissez-passer qu'avec --insecure (secure: false).",
  ],
  es: [
    'Un momento',
    'Su dispositivo cuenta {t} pasos, uno tras otro.',
    'Su navegador no guarda el pase. Permita las cookies de este sitio y empiece de nuevo.',
    'Para el operador: sin TLS, los navegadores solo guardan el pase con --insecure (secure: false).',
  ],
  it: [
    'Un momento',
    "Il dispositivo conta {t} passi, uno dopo l'altro.",
    'Il browser non conserva il lasciapassare. Consenta i cookie di questo sito e ricominci.',
    'Per il gestore: senza TLS i browser conservano il lasciapassare solo con --insecure (secure: false).',
  ],
  pt: [
    'Um momento',
    'O seu dispositivo conta {t} passos, um após o outro.',
    'O seu navegador não guarda o passe. Permita os cookies deste site e comece de novo.',
    'Para o operador: sem TLS, os navegadores só guardam o passe com --insecure (secure: false).',
  ],
  el: [
    'Μια στιγμή',
    'Η συσκευή σας μετρά {t} βήματα, το ένα μετά το άλλο.',
    'Ο περιηγητής σας δεν κρατά την άδεια εισόδου. Επιτρέψτε τα cookies για αυτόν τον ιστότοπο και ξεκινήστε πάλι.',
    'Για τον διαχειριστή: χωρίς TLS οι περιηγητές κρατούν την άδεια μόνο με --insecure (secure: false).',
  ],
  ja: [
    '少々お待ちください',
    'お使いの端末が {t} 回の計算を順番に行います。',
    'ブラウザーが通行証を保存していません。このサイトの Cookie を許可して、もう一度開始してください。',
    '運営者の方へ：TLS がない場合、ブラウザーは --insecure (secure: false) のときだけ通行証を保存します。',
  ],
  zh: [
    '请稍候',
    '您的设备将依次完成 {t} 步计算。',
    '浏览器没有保存通行证。请允许本网站使用 Cookie，然后重新开始。',
    '致运营者：没有 TLS 时，只有使用 --insecure (secure: false)，浏览器才会保存通行证。',
  ],
  ar: [
    'لحظة من فضلك',
    'يعدّ جهازك {t} خطوة، واحدة تلو الأخرى.',
    'متصفحك لا يحتفظ بتصريح الدخول. اسمح بملفات تعريف الارتباط لهذا الموقع، ثم ابدأ من جديد.',
    'للمشغّل: من دون TLS لا تحتفظ المتصفحات بالتصريح إلا مع --insecure (secure: false).',
  ],
};

/** The texts in a language of the package. */
export const pageTexts = (lang: string): { title: string; steps: string; cookies: string; operator: string } => {
  const [title, steps, cookies, operator] = DATA[lang]!;
  return { title, steps, cookies, operator };
};
