import type { CueTable } from './cue.ts';

/** Portuguese. */
export const PORTUGUESE: CueTable = {
  language: 'pt',
  functionWords:
    'o a os as um uma e que é não de do da em no na com por para se meu minha eu nós ele ela mas como mais muito este esta isso são sou tem tenho temos está estou ao à ontem tudo foi já você',
  isNameByCapital: true,
  choices: 'quer|prefere|deseja|gostaria; ou; qual; quais; quando; onde; quantos|quantas|quanto; devo; posso; podemos',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'negação (Cunha & Cintra 1985)',
      phrases:
        'não; nunca; jamais; nem; nenhum; nenhuma; nada; ninguém; sem; proibido; proibida; evitar; evite; recuso; em caso algum; de modo nenhum; confidencial',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'verbos modais (Cunha & Cintra 1985)',
      phrases:
        'deve; devo; devem; devemos; deveria; precisa; preciso; precisamos; tem|tenho|têm|temos que|de; há que; é preciso; necessário; necessária; obrigatório; obrigatória; importante; por favor; ^ envie|mande|ligue|use|deixe|ponha|escreva|pergunte|reserve|guarde|cancele|pague|confirme',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'verbos modais',
      phrases: 'pode; podem; podemos; permitido; permitida; no máximo; no mínimo; pelo menos; ao menos; máximo; mínimo; até; entre',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'condicionais',
      phrases: 'se; a menos que; desde que; caso; contanto que; enquanto; quando; antes; depois; assim que; em vez de; senão',
    },
    { cueClass: 'exception', weight: 7, source: 'foco', phrases: 'só; somente; apenas; unicamente; exceto; salvo; menos; a não ser' },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'declarativos (Searle 1976)',
      phrases: 'decidido; decidimos; decidi; escolhido; combinado; aprovado; confirmado; ficamos com; fico com',
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'verbos de vontade',
      phrases: 'prefiro; preferimos; preferia; quero; queremos; gostaria; gostaríamos; queria; odeio',
    },
    { cueClass: 'goal', weight: 8, source: 'finalidade', phrases: 'objetivo; meta; finalidade; para que; a fim de; pretendo' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'presente da primeira pessoa',
      phrases:
        'sou; somos; tenho; temos; moro; vivo; trabalho; tomo; pago; falo; chamo; meu|minha|nosso|nossa * é|são|tem|têm|está; alérgico; alérgica; grávida; vegetariano; vegetariana; vegano; vegana; diabético; diabética; celíaco; celíaca',
    },
    { cueClass: 'rule', weight: 3, source: 'quantificadores', phrases: 'sempre; cada; todos os; todas as; por dia|semana|mês|pessoa; ambos; ambas' },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'dinheiro, direito, saúde, trabalho',
      phrases:
        'orçamento; preço; custo; aluguel; aluguer; caução; fatura; contrato; seguro; prazo; endereço; morada; conta; médico; médica; remédio; remédios; advogado; tribunal; visto; passaporte; consulta; vence',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'numerais',
      phrases: 'dois; duas; três; quatro; cinco; seis; sete; oito; nove; dez; onze; doze; vinte; trinta; cem; mil; metade',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'calendário',
      phrases:
        'segunda feira; terça feira; quarta feira; quinta feira; sexta feira; segunda; terça; quarta; quinta; sexta; sábado; domingo; janeiro; fevereiro; março; abril; maio; junho; julho; agosto; setembro; outubro; novembro; dezembro; amanhã; natal; páscoa',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'fórmulas',
      phrases:
        'devo|tenho de|que dizer|confessar; não se preocupe; não te preocupes; não faz mal; não há problema; sem problema; de nada; não sei; nunca se sabe; por que não; não é; não está mau|mal',
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'fático',
      phrases:
        'olá; oi; bom dia; boa tarde|noite; obrigado; obrigada; tchau; haha; kkk; ah; oh; bem; ótimo; bonito; bonita; lindo; linda; engraçado; rir; rimos; sol; chuva; neve; gato; cachorro; cão; café; bolo; ontem; avó; avô; vizinho; vizinha; que bom; incrível',
    },
  ],
};
