import type { CueTable } from './cue.ts';

/** Spanish. */
export const SPANISH: CueTable = {
  language: 'es',
  functionWords:
    'el la los las un una y que es no de del en con por para se mi mis tu su me te lo le al pero como más muy este esta hay soy está son tengo tenemos nos si ya ayer todo toda así ha han fue eso',
  isNameByCapital: true,
  choices: 'quiere|quieres|prefiere|prefieres|desea|deseas; o; cuál; cuáles; cuándo; dónde; cuántos|cuántas|cuánto; debo; puedo; podemos; le|te parece',
  rows: [
    {
      cueClass: 'prohibition',
      weight: 8,
      source: 'negación (NGLE, cap. 48)',
      phrases:
        'no; nunca; jamás; ni; ningún; ninguna; ninguno; nada; nadie; sin; tampoco; prohibido; prohibida; prohíbe; evitar; evita; evite; rechazo; rechazamos; bajo ningún concepto; en ningún caso; confidencial; deja|deje de',
    },
    {
      cueClass: 'obligation',
      weight: 8,
      source: 'perífrasis modales (NGLE, cap. 28)',
      phrases:
        'debe; debo; deben; debes; debemos; debería; deberías; deberían; tiene|tengo|tienen|tienes|tenemos que; hay que; habrá que; es necesario; es obligatorio; obligatorio; obligatoria; necesito; necesitamos; necesita; importante; imprescindible; por favor; asegúrate; asegúrese; ^ envía|envíe|llama|llame|usa|use|deja|deje|pon|ponga|escribe|escriba|pregunta|pregunte|reserva|reserve|guarda|guarde|cancela|cancele|paga|pague|toma|tome|confirma|confirme|manda|mande; reserva para',
    },
    {
      cueClass: 'permission',
      weight: 5,
      source: 'modales',
      phrases:
        'puede; pueden; puedes; podemos; puedo; permitido; permitida; permiso; autorizado; autorizada; como máximo; como mínimo; al menos; a lo sumo; máximo; mínimo; no más de; hasta el|la|las|los|fin|mañana|que; a más tardar; entre',
    },
    {
      cueClass: 'condition',
      weight: 8,
      source: 'condicionales',
      phrases:
        'si; a menos que; a no ser que; siempre que; con tal de; mientras; en caso de; cuando; antes; después; en cuanto; en vez de; en lugar de; salvo que',
    },
    { cueClass: 'exception', weight: 7, source: 'foco', phrases: 'solo; sólo; solamente; únicamente; excepto; salvo; menos; aparte de; sino' },
    {
      cueClass: 'decision',
      weight: 8,
      source: 'declarativos (Searle 1976)',
      phrases: 'decidido; decidimos; elegido; de acuerdo en; acordado; aprobado; confirmado; nos quedamos; me quedo; quedamos en',
    },
    {
      cueClass: 'preference',
      weight: 8,
      source: 'verbos de voluntad',
      phrases: 'prefiero; preferimos; preferiría; quiero; queremos; quisiera; quisiéramos; me gustaría; nos gustaría; odio; mejor que',
    },
    { cueClass: 'goal', weight: 8, source: 'finalidad', phrases: 'objetivo; meta; finalidad; para que; con el fin de; a fin de; pretendo|pretendemos' },
    {
      cueClass: 'self',
      weight: 8,
      source: 'presente de primera persona',
      phrases:
        'soy; somos; tengo; tenemos; vivo; vivimos; trabajo; trabajamos; tomo; pago; hablo; como poco; bebo; me llamo; mi|mis|nuestro|nuestra * es|son|tiene|tienen|está|están; alérgico; alérgica; embarazada; vegetariano; vegetariana; vegano; vegana; diabético; diabética; celíaco; celíaca',
    },
    { cueClass: 'commitment', weight: 4, source: 'compromisivos (Searle 1976)', phrases: 'prometo; prometí; prometido; prometemos; garantizo; me comprometo' },
    { cueClass: 'rule', weight: 3, source: 'cuantificadores', phrases: 'siempre; cada; todos los; todas las; por día|semana|mes|persona; ambos; ambas' },
    {
      cueClass: 'state',
      weight: 3,
      source: 'participios resultativos',
      phrases:
        'está|están cerrado|cerrada|abierto|abierta|pagado|pagada|reservado|reservada|roto|rota|bloqueado|bloqueada|lleno|llena|firmado|firmada; caduca; vence; pendiente; agotado; agotada; desde el|la|hace; está en|con|a',
    },
    {
      cueClass: 'matter',
      weight: 5,
      source: 'dinero, derecho, salud, trabajo',
      phrases:
        'presupuesto; precio; coste; alquiler; fianza; factura; contrato; seguro médico; plazo; dirección; cuenta; médico; médica; medicamento; medicamentos; juicio; abogado; abogada; casero; visado; pasaporte; cita; operación',
    },
    {
      cueClass: 'number',
      weight: 3,
      source: 'numerales',
      phrases: 'dos; tres; cuatro; cinco; seis; siete; ocho; nueve; diez; once; doce; veinte; treinta; cien; ciento; mil; mitad',
    },
    {
      cueClass: 'date',
      weight: 4,
      source: 'calendario',
      phrases:
        'lunes; martes; miércoles; jueves; viernes; sábado; domingo; enero; febrero; marzo; abril; mayo; junio; julio; agosto; septiembre; octubre; noviembre; diciembre; mañana; medianoche; mediodía; navidad',
    },
    {
      cueClass: 'idiom',
      weight: 0,
      source: 'fórmulas',
      phrases:
        'no te preocupes; no se preocupe; no pasa nada; no hay problema; no importa; de nada; debo|tengo que decir|admitir|confesar; no sé; no me digas; ya veremos; a ver; nunca se sabe; por qué no; no está mal; así es la vida; por si acaso; sin voz|parar|palabras|aliento',
    },
    {
      cueClass: 'small-talk',
      weight: -2,
      source: 'fático',
      phrases:
        'hola; buenos días; buenas; gracias; adiós; jaja; ay; ah; oh; bueno; pues; genial; estupendo; bonito; bonita; lindo; linda; divertido; risa; reír; reímos; sol; lluvia; llovió; llueve; nieve; gato; perro; café; pastel; alegría; ayer; abuela; abuelo; vecino; vecina; increíble; increíbles; verdad; películas; qué',
    },
  ],
};
