import { aboutPtBR } from './pt-BR';
import type { AboutTexts, GlossaryEntry } from './texts';

/** As palavras do glossário em que Portugal difere do Brasil. */
const differs: Record<string, Partial<GlossaryEntry>> = {
  promotion: { text: 'O peão que chega à última linha torna-se outra peça, quase sempre uma dama.' },
  underpromotion: {
    text: 'Promoção a torre, bispo ou cavalo: rara, e por vezes a única forma de ganhar ou de evitar o afogamento.',
  },
  'home-row': {
    term: 'Primeira linha',
    found: /\bprimeira linha\b/u,
    text: 'A linha em que as peças de cada jogador estão no início.',
  },
  'rank-and-file': {
    term: 'Linhas e colunas',
    text: 'As linhas do tabuleiro têm números de 1 a 8; as colunas, letras de a a h.',
  },
  'perpetual-check': {
    text: 'Xeques sem fim: nenhum dos lados tem melhor, e a partida empata por repetição ou por acordo.',
  },
  zugzwang: { text: 'Ter de jogar quando qualquer lance piora a posição. Passar ajudaria, mas não é permitido.' },
  'fifty-move-rule': {
    text: 'Depois de cinquenta lances de cada lado sem captura nem lance de peão, qualquer jogador pode reclamar o empate.',
  },
  'touch-move': { text: 'Num tabuleiro a sério, a peça tocada de propósito tem de ser jogada.' },
  jadoube: {
    text: '“Componho”, em francês: diz-se antes de compor uma peça na sua casa, para que o toque não conte.',
  },
  increment: { term: 'Incremento', found: /\bincrementos?\b/u, text: 'Tempo que se soma ao relógio em cada lance.' },
  armageddon: {
    text: 'Uma última partida para decidir um match: o empate vale vitória para um dos lados, que em troca tem menos tempo.',
  },
  tabiya: {
    text: 'Uma posição em que o jogo começa: no antigo xadrez árabe os dois lados armavam primeiro uma formação destas. Este programa deve-lhe o nome.',
  },
};

/** Sobre o xadrez, em português de Portugal. */
export const aboutPtPT: AboutTexts = {
  title: aboutPtBR.title,
  aim: {
    title: aboutPtBR.aim.title,
    paragraphs: [
      'Dois jogadores jogam alternadamente num tabuleiro de 64 casas. Cada um tem dezasseis peças, tudo está à vista, e nada depende da sorte.',
      'O objetivo é dar xeque-mate ao rei adversário: atacá-lo de modo que nenhum lance legal o salve. O rei nunca é capturado, e ninguém pode deixar o próprio rei em xeque. Quando já nenhum dos lados pode ganhar, a partida está empatada.',
    ],
  },
  history: {
    title: aboutPtBR.history.title,
    paragraphs: [
      'Os jogos deste tipo têm cerca de mil e quinhentos anos e vêm da Ásia. O mais antigo que se conhece bem é o chaturanga, jogado na Índia no século VII. De lá o jogo passou à Pérsia, com os árabes à volta do Mediterrâneo, e à Europa.',
      'Na Europa tornou-se o jogo de hoje: as regras tomaram a forma atual no fim do século XV, e no fim do século XIX eram as mesmas em toda a parte.',
      'Os torneios começaram no século XIX, e em 1886 Wilhelm Steinitz tornou-se o primeiro campeão mundial reconhecido por todos. Hoje a federação internacional, a FIDE, publica as Leis do Xadrez. A edição em vigor é a de 1 de janeiro de 2023, e este programa segue-a.',
    ],
  },
  glossary: {
    title: aboutPtBR.glossary.title,
    entries: aboutPtBR.glossary.entries.map(entry => ({ ...entry, ...differs[entry.id] })),
  },
};
