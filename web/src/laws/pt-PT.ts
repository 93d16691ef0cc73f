import { lawsPtBR } from './pt-BR';

/** As regras em português de Portugal: o que difere do Brasil. */
export const lawsPtPT: Record<string, readonly [title: string, text: string]> = {
  ...lawsPtBR,
  B01: [
    'Dois lados',
    'As brancas ficam em baixo e jogam para cima; as pretas ficam em cima e jogam para baixo. Palavras como “para a frente”, “primeira linha” e “última linha” valem sempre do ponto de vista de cada jogador.',
  ],
  B02: [
    'Colunas e linhas',
    'O tabuleiro tem 64 casas: oito colunas, de a a h, da esquerda para a direita das brancas, e oito linhas, de 1 a 8, de baixo para cima. Uma casa tem o nome da sua coluna e da sua linha.',
  ],
  B03: [
    'Claras e escuras',
    'As cores das casas alternam e a1 é escura; assim cada jogador tem uma casa clara no canto à sua direita. Nesta página as escuras são castanhas e as claras são bege, até que se escolham outras cores.',
  ],
  B05: [
    'O início',
    'Os peões ficam na segunda linha. Atrás deles, da coluna a à coluna h: torre, cavalo, bispo, dama, rei, bispo, cavalo, torre. Cada dama começa numa casa da sua própria cor.',
  ],
  B06: [
    'Quem joga com que cor',
    'As cores são dadas por um organizador, escolhidas pelos jogadores ou sorteadas com justiça. Aqui vê-se o tabuleiro do lado das pretas.',
  ],
  M01: [
    'Um lance de cada vez',
    'As brancas jogam primeiro; depois os jogadores alternam sempre. É obrigatório jogar; ninguém passa a vez. Cada vez é um lance só, e o roque conta como um.',
  ],
  M06: ['A torre', 'Qualquer distância ao longo de uma linha ou de uma coluna.'],
  M11: ['O passo duplo', 'Da sua segunda linha um peão pode avançar duas casas, se ambas estiverem vazias.'],
  M13: [
    'Peças cravadas atacam',
    'Uma peça ataca uma casa mesmo que não possa ir até ela porque o seu próprio rei ficaria em xeque. Aqui a torre preta está cravada na sua coluna, e ainda assim o rei branco não pode entrar na linha que ela ataca.',
  ],
  S03: [
    '…e não à custa do rei',
    'O en passant tira dois peões de uma linha ao mesmo tempo. Se isso deixasse o próprio rei em xeque, não é legal.',
  ],
  S04: [
    'O roque',
    'O rei anda duas casas em direção a uma torre da sua primeira linha, e essa torre vai para a casa que o rei atravessou. Escreve-se O-O para o lado curto e O-O-O para o longo.',
  ],
  S05: [
    '…com peças que não se moveram',
    'Nem o rei nem essa torre se podem ter movido antes. Voltar não adianta, e outra torre no mesmo canto também não.',
  ],
  S09: [
    '…na mesma linha',
    'O rei e a torre estão na mesma linha. Um peão promovido a torre na coluna do rei não serve para rocar.',
  ],
  S10: [
    'A promoção',
    'Um peão que chega à última linha torna-se, no mesmo lance, dama, torre, bispo ou cavalo, à escolha do jogador. É obrigatório, e pode haver qualquer número de damas. Num tabuleiro a sério, se não houver uma segunda dama à mão, pare o relógio e peça uma ao árbitro; uma torre virada ao contrário é uma torre, fosse qual fosse a intenção.',
  ],
  C05: [
    'Dizer “xeque”',
    'Anunciar o xeque é uma cortesia, não um dever. Este programa fá-lo em partidas amigáveis e não em torneios; as definições podem mudar isso.',
  ],
  E06: [
    'Falta ou derrota declarada',
    'Um árbitro pode declarar a partida perdida para um jogador, com um motivo que fica registado, e decide quanto recebe o adversário: 1, ½ ou 0. Também podem perder os dois: então o resultado é 0–0.',
  ],
  E09: [
    'Por acordo',
    'Um jogador propõe empate, de preferência juntamente com o seu lance. A proposta vale até que o adversário a aceite, a recuse, toque numa peça para a mover ou capturar, ou faça um lance; não pode ser retirada. Em torneios só se combina empate depois de os dois terem feito um lance. A folha de registo marca cada proposta com (=). Um organizador pode proibir propostas antes de certo lance, ou sempre.',
  ],
  E10: [
    'Tripla repetição',
    'Se a mesma posição apareceu três vezes, não necessariamente seguidas, o jogador que tem a vez pode reclamar o empate; também anotando o lance que a produziria.',
  ],
  E12: ['Quíntupla repetição', 'Quando a mesma posição aparece pela quinta vez, a partida é empate sem reclamação.'],
  E13: [
    'Cinquenta lances',
    'Quando cada lado fez cinquenta lances sem mover peão e sem captura, o jogador que tem a vez pode reclamar o empate; também com o lance que os completa. Alguns organizadores por correspondência desligam esta regra.',
  ],
  E14: [
    'Setenta e cinco lances',
    'Depois de setenta e cinco lances assim de cada lado a partida é empate sem reclamação. Se o último deles der mate, vale o mate.',
  ],
  E15: [
    'Uma só palavra: empate',
    'O botão de empate reclama onde a reclamação é certa. Onde o próprio rei nunca poderia levar mate, empata imediatamente. Nos outros casos é uma proposta ao adversário.',
  ],
  E16: [
    'Uma reclamação errada',
    'Uma reclamação que não procede não acaba a partida; vale como proposta. Em torneios o adversário recebe dois minutos, nas semirrápidas e nas rápidas um, e o lance anotado deve ser jogado.',
  ],
  E18: ['Anular', 'Antes que ambos tenham feito um lance, qualquer um pode anular a partida; ela fica sem resultado.'],
  E19: [
    'Retirar um lance',
    'Em partidas amigáveis um jogador pode pedir para retirar um lance; isso acontece se o adversário concordar.',
  ],
  T02: [
    'Ritmos de jogo',
    'Sem relógio; um tempo para a partida inteira; um incremento por lance; um atraso antes de o relógio andar, ou a forma de Bronstein; períodos de tantos lances em tanto tempo; dias por lance; uma ampulheta. Aqui: três minutos e dois segundos por lance.',
  ],
  T03: [
    'De bullet a correspondência',
    'As partidas têm o nome da sua duração esperada. Online ela é o tempo e quarenta incrementos: bullet abaixo de três minutos por jogador, depois rápidas, semirrápidas, lentas; e por correspondência, onde há dias. Em torneios a FIDE conta sessenta incrementos: rápidas até dez minutos, semirrápidas abaixo de sessenta, lentas daí em diante. Aqui: semirrápidas.',
  ],
  T04: [
    'Períodos',
    'O lance que completa um período deve ser feito a tempo. O que sobra fica, e soma-se o tempo do período seguinte. Aqui: dois lances num minuto, depois meio minuto para o resto.',
  ],
  T05: [
    'Relógios exatos',
    'Os relógios são exatos até ao milésimo de segundo, nunca andam para trás e nunca mostram menos do que zero: no servidor, nesta página e no terminal.',
  ],
  T06: [
    'Incrementos e o primeiro lance',
    'Um lance completado soma o seu incremento. O primeiro relógio começa imediatamente ou depois dos primeiros lances, como combinado.',
  ],
  P02: ['O registo', 'Uma partida guarda um registo escrito completo, pelo qual se verifica cada reclamação.'],
  K02: ['“Componho”', 'Quem o diz antes de tocar, sendo a sua vez, pode compor uma peça sem ter de a mover.'],
  K04: [
    'Lances ilegais',
    'Em torneios um lance ilegal completado é anulado, e o adversário recebe dois minutos, nas semirrápidas e nas rápidas um. O segundo do mesmo jogador perde; ou empata, se o adversário não pudesse dar mate por nenhuma série de lances legais.',
  ],
  K05: [
    'Início errado',
    'Se as cores foram trocadas, a partida recomeça se isso for descoberto nos primeiros dez lances; depois, continua. Se as peças foram mal colocadas, recomeça quando quer que se descubra; nas semirrápidas e nas rápidas, só nos primeiros dez lances.',
  ],
  N03: [
    'Posições e partidas como texto',
    'As posições escrevem-se em FEN, no Xadrez 960 em X-FEN ou Shredder-FEN, com operações em EPD; as partidas em PGN. A página de análise lê-os e escreve-os.',
  ],
};
