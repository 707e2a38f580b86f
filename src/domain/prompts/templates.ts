/** The questions of a new brand's pack, in the languages that have their own wording. */

type Three = readonly [string, string, string];
type Templates = Readonly<Record<'awareness' | 'interest' | 'desire' | 'action', Three>>;

/**
 * Worded so that a category fits in whether it is a thing, many things or a trade (`CRM software`, `running shoes`,
 * `hotels in Berlin`), and so that each prompt has cues of its own stage only (metrics: AIDA). The second of awareness,
 * interest and action and the first of desire ask for names most plainly: a check asks them alone.
 */
export const TEMPLATES: Readonly<Record<string, Templates>> = {
  en: {
    awareness: [
      'What problems can {category} solve?',
      'Who are the leading names in {category} today?',
      'What is changing in {category} this year?',
    ],
    interest: [
      'How can I find the right {category} for my needs?',
      'Which features matter most in {category}, and who offers them?',
      'What are the main types of {category}, and who is known for each?',
    ],
    desire: [
      'Which {category} would you recommend, and why?',
      'What are the top 10 options for {category}?',
      'Can you compare the most popular choices for {category}?',
    ],
    action: [
      'Where can I buy or book {category}?',
      'Which providers of {category} have the fairest price?',
      'Where can I get a discount or a free trial for {category}?',
    ],
  },
  de: {
    awareness: [
      'Welche Probleme lassen sich mit {category} lösen?',
      'Wer sind heute die führenden Namen bei {category}?',
      'Was ändert sich dieses Jahr bei {category}?',
    ],
    interest: [
      'Worauf sollte ich bei der Auswahl von {category} achten?',
      'Welche Eigenschaften zählen bei {category} am meisten, und wer bietet sie?',
      'Welche Arten von {category} gibt es, und wer ist für welche bekannt?',
    ],
    desire: [
      'Welche Anbieter von {category} würdest du empfehlen, und warum?',
      'Was sind die zehn besten Optionen für {category}?',
      'Kannst du die beliebtesten Angebote für {category} vergleichen?',
    ],
    action: [
      'Wo kann ich {category} kaufen oder buchen?',
      'Welche Anbieter von {category} haben den fairsten Preis?',
      'Wo bekomme ich einen Rabatt oder eine Probezeit für {category}?',
    ],
  },
  fr: {
    awareness: [
      'Quels problèmes peut-on résoudre avec {category} ?',
      'Quels sont aujourd’hui les grands noms de {category} ?',
      'Qu’est-ce qui change cette année dans {category} ?',
    ],
    interest: [
      'À quoi faut-il faire attention au moment de choisir {category} ?',
      'Quelles caractéristiques comptent le plus pour {category}, et qui les propose ?',
      'Quels sont les principaux types de {category}, et qui est connu pour chacun ?',
    ],
    desire: [
      'Pour {category}, qui recommanderais-tu, et pourquoi ?',
      'Quelles sont les dix meilleures options pour {category} ?',
      'Peux-tu comparer les choix les plus populaires pour {category} ?',
    ],
    action: [
      'Où puis-je acheter ou réserver {category} ?',
      'Qui propose {category} au prix le plus juste ?',
      'Où trouver une remise ou un essai gratuit pour {category} ?',
    ],
  },
  es: {
    awareness: [
      '¿Qué problemas se pueden resolver con {category}?',
      '¿Cuáles son hoy los nombres más destacados en {category}?',
      '¿Qué está cambiando este año en {category}?',
    ],
    interest: [
      '¿En qué debo fijarme para elegir {category}?',
      '¿Qué características importan más en {category} y quién las ofrece?',
      '¿Cuáles son los principales tipos de {category} y quién destaca en cada uno?',
    ],
    desire: [
      'Para {category}, ¿a quién recomendarías y por qué?',
      '¿Cuáles son las diez mejores opciones de {category}?',
      '¿Puedes comparar las opciones más populares de {category}?',
    ],
    action: [
      '¿Dónde puedo comprar o reservar {category}?',
      '¿Qué proveedores de {category} tienen el precio más justo?',
      '¿Dónde puedo conseguir un descuento o una prueba gratuita de {category}?',
    ],
  },
  it: {
    awareness: [
      'Quali problemi si possono risolvere con {category}?',
      'Quali sono oggi i nomi più importanti per {category}?',
      'Che cosa sta cambiando quest’anno per {category}?',
    ],
    interest: [
      'A che cosa devo fare attenzione quando scelgo {category}?',
      'Quali caratteristiche contano di più per {category}, e chi le offre?',
      'Quali sono i principali tipi di {category}, e chi è noto per ciascuno?',
    ],
    desire: [
      'Per {category}, chi consiglieresti e perché?',
      'Quali sono le dieci migliori opzioni per {category}?',
      'Puoi confrontare le scelte più popolari per {category}?',
    ],
    action: [
      'Dove posso acquistare o prenotare {category}?',
      'Chi offre {category} al prezzo più giusto?',
      'Dove trovo uno sconto o una prova gratuita per {category}?',
    ],
  },
  pt: {
    awareness: [
      'Que problemas se podem resolver com {category}?',
      'Quais são hoje os principais nomes tx {category}?',
      'O que está a mudar este ano tx {category}?',
    ],
    interest: [
      'A que devo prestar atenção ao escolher {category}?',
      'Que características contam mais tx {category} e quem as oferece?',
      'Quais são os principais tipos de {category} e quem é conhecido por cada um?',
    ],
    desire: [
      'Para {category}, quem recomendaria e porquê?',
      'Quais são as dez melhores opções de {category}?',
      'Pode comparar as opções mais populares de {category}?',
    ],
    action: [
      'Onde posso comprar ou reservar {category}?',
      'Que fornecedores de {category} têm o preço mais justo?',
      'Onde consigo um desconto ou um teste grátis de {category}?',
    ],
  },
  nl: {
    awareness: [
      'Welke problemen kun je oplossen met {category}?',
      'Wie zijn op dit moment de bekendste namen in {category}?',
      'Wat verandert er dit jaar in {category}?',
    ],
    interest: [
      'Waar moet ik op letten bij het kiezen van {category}?',
      'Welke eigenschappen zijn het belangrijkst bij {category}, en wie biedt ze?',
      'Welke soorten {category} zijn er, en wie staat waarom bekend?',
    ],
    desire: [
      'Wie zou je aanraden voor {category}, en waarom?',
      'Wat zijn de tien beste opties voor {category}?',
      'Kun je de populairste keuzes voor {category} vergelijken?',
    ],
    action: [
      'Waar kan ik {category} kopen of boeken?',
      'Welke aanbieders van {category} hebben de eerlijkste prijs?',
      'Waar krijg ik korting of een gratis proefperiode voor {category}?',
    ],
  },
  zh: {
    awareness: [
      '{category}能解决哪些问题？',
      '目前{category}领域有哪些知名品牌？',
      '今年{category}有什么新变化？',
    ],
    interest: [
      '如何找到符合我需求的{category}？',
      '{category}的哪些功能最重要，由谁提供？',
      '{category}主要分几种，各自的优点是什么？',
    ],
    desire: [
      '你会推荐哪些{category}，为什么？',
      '{category}排名前十的选择有哪些？',
      '能对比一下最受欢迎的{category}吗？',
    ],
    action: [
      '在哪里可以购买或预约{category}？',
      '哪些{category}供应商的价格最公道？',
      '哪里有{category}的折扣或免费试用？',
    ],
  },
  ja: {
    awareness: [
      '{category}でどんな問題を解決できますか？',
      '現在、{category}の主要な企業やブランドはどこですか？',
      '今年、{category}では何が変わっていますか？',
    ],
    interest: [
      '自分に合った{category}を見つけるには何に注目すべきですか？',
      '{category}で特に重要な機能は何で、どこが提供していますか？',
      '{category}にはどんな種類があり、それぞれどこが有名ですか？',
    ],
    desire: [
      '{category}のおすすめはどこですか？その理由も教えてください。',
      '{category}の人気トップ10を教えてください。',
      '人気のある{category}を比較してください。',
    ],
    action: [
      '{category}はどこで購入または予約できますか？',
      '{category}の料金が最も良心的なのはどこですか？',
      '{category}の割引や無料体験はどこで利用できますか？',
    ],
  },
  ko: {
    awareness: [
      '{category}(으)로 어떤 문제를 해결할 수 있나요?',
      '현재 {category} 분야의 대표적인 브랜드는 어디인가요?',
      '올해 {category} 분야에서 무엇이 달라지고 있나요?',
    ],
    interest: [
      '나에게 맞는 {category}, 무엇을 보고 골라야 하나요?',
      '{category}에서 가장 중요한 기능은 무엇이고 어디에서 제공하나요?',
      '{category}에는 어떤 종류가 있고 각각 어디가 유명한가요?',
    ],
    desire: [
      '{category}, 어디를 추천하나요? 이유도 알려 주세요.',
      '{category} 상위 10곳을 알려 주세요.',
      '인기 있는 {category}을(를) 비교해 주세요.',
    ],
    action: [
      '{category}은(는) 어디에서 구매하거나 예약할 수 있나요?',
      '{category} 가격이 가장 합리적인 곳은 어디인가요?',
      '{category} 할인이나 무료 체험은 어디에서 받을 수 있나요?',
    ],
  },
};
