/** As regras em português do Brasil. */
export const lawsPtBR: Record<string, readonly [title: string, text: string]> = {
  B01: [
    'Dois lados',
    'As brancas ficam embaixo e jogam para cima; as pretas ficam em cima e jogam para baixo. Palavras como “para a frente”, “primeira fileira” e “última fileira” valem sempre do ponto de vista de cada jogador.',
  ],
  B02: [
    'Colunas e fileiras',
    'O tabuleiro tem 64 casas: oito colunas, de a a h, da esquerda para a direita das brancas, e oito fileiras, de 1 a 8, de baixo para cima. Uma casa tem o nome da sua coluna e da sua fileira.',
  ],
  B03: [
    'Claras e escuras',
    'As cores das casas se alternam e a1 é escura; assim cada jogador tem uma casa clara no canto à sua direita. Nesta página as escuras são marrons e as claras são bege, até que se escolham outras cores.',
  ],
  B04: ['As peças', 'Cada lado começa com um rei, uma dama, duas torres, dois bispos, dois cavalos e oito peões.'],
  B05: [
    'O início',
    'Os peões ficam na segunda fileira. Atrás deles, da coluna a à coluna h: torre, cavalo, bispo, dama, rei, bispo, cavalo, torre. Cada dama começa numa casa da sua própria cor.',
  ],
  B06: [
    'Quem joga com que cor',
    'As cores são dadas por um organizador, escolhidas pelos jogadores ou sorteadas com justiça. Aqui se vê o tabuleiro do lado das pretas.',
  ],

  M01: [
    'Um lance de cada vez',
    'As brancas jogam primeiro; depois os jogadores se alternam sempre. É obrigatório jogar; ninguém passa a vez. Cada vez é um lance só, e o roque conta como um.',
  ],
  M02: [
    'Para onde vai uma peça',
    'Uma peça vai para uma casa vazia ou para uma casa ocupada por uma peça adversária, que assim é capturada e sai do tabuleiro. Nunca vai para onde há uma peça própria.',
  ],
  M03: ['Só as próprias peças', 'Cada jogador move apenas as peças da sua cor.'],
  M04: [
    'Só o cavalo salta',
    'Nenhuma peça passa por cima de outra, própria ou adversária. Só o cavalo salta; e no roque o rei e a torre passam um pelo outro.',
  ],
  M05: ['O rei', 'Uma casa em qualquer direção, mas nunca para uma casa atacada por uma peça adversária.'],
  M06: ['A torre', 'Qualquer distância ao longo de uma fileira ou de uma coluna.'],
  M07: ['O bispo', 'Qualquer distância ao longo de uma diagonal. Um bispo nunca deixa a cor das suas casas.'],
  M08: ['A dama', 'Como torre ou como bispo, à escolha.'],
  M09: ['O cavalo', 'Duas casas em linha reta e uma para o lado, por cima de tudo o que houver no caminho.'],
  M10: ['O passo do peão', 'Uma casa para a frente, se ela estiver vazia. Um peão nunca volta.'],
  M11: ['O passo duplo', 'Da sua segunda fileira um peão pode avançar duas casas, se ambas estiverem vazias.'],
  M12: [
    'A captura do peão',
    'Um peão captura uma casa em diagonal para a frente, e só assim; e só vai para lá para capturar.',
  ],
  M13: [
    'Peças cravadas atacam',
    'Uma peça ataca uma casa mesmo que não possa ir até ela porque o seu próprio rei ficaria em xeque. Aqui a torre preta está cravada na sua coluna, e ainda assim o rei branco não pode entrar na fileira que ela ataca.',
  ],
  M14: [
    'O próprio rei nunca fica em xeque',
    'Um lance que põe ou deixa o próprio rei em xeque não é legal. Uma peça que protege o seu rei está cravada: move-se na linha do ataque, ou não se move.',
  ],

  S01: [
    'En passant',
    'Um peão que acaba de dar o passo duplo e está agora ao lado de um peão adversário pode ser capturado como se tivesse dado um passo só: o peão adversário vai para a casa por onde ele passou.',
  ],
  S02: [
    '…já ou nunca',
    'O en passant só é possível no lance imediatamente seguinte. Quem joga outra coisa perde o direito.',
  ],
  S03: [
    '…e não à custa do rei',
    'O en passant tira dois peões de uma fileira ao mesmo tempo. Se isso deixasse o próprio rei em xeque, não é legal.',
  ],
  S04: [
    'O roque',
    'O rei anda duas casas em direção a uma torre da sua primeira fileira, e essa torre vai para a casa que o rei atravessou. Escreve-se O-O para o lado curto e O-O-O para o longo.',
  ],
  S05: [
    '…com peças que não se moveram',
    'Nem o rei nem essa torre podem ter se movido antes. Voltar não adianta, e outra torre no mesmo canto também não.',
  ],
  S06: ['…sem nada no meio', 'Todas as casas entre o rei e a torre devem estar vazias.'],
  S07: ['…nunca em xeque', 'Um rei em xeque não roca, nem atravessa ou alcança uma casa atacada.'],
  S08: ['…mas a torre não tem medo', 'A torre pode estar atacada e pode atravessar uma casa atacada: aqui, b1.'],
  S09: [
    '…na mesma fileira',
    'O rei e a torre estão na mesma fileira. Um peão promovido a torre na coluna do rei não serve para rocar.',
  ],
  S10: [
    'A promoção',
    'Um peão que chega à última fileira torna-se, no mesmo lance, dama, torre, bispo ou cavalo, à escolha do jogador. É obrigatório, e pode haver qualquer número de damas. Num tabuleiro de verdade, se não houver uma segunda dama à mão, pare o relógio e peça uma ao árbitro; uma torre de cabeça para baixo é uma torre, qualquer que fosse a intenção.',
  ],
  S11: [
    '…nunca a rei',
    'Um peão não se torna rei nem continua peão. A nova peça age de imediato: pode dar xeque e até mate.',
  ],

  C01: [
    'O xeque',
    'Um rei atacado por uma peça adversária está em xeque. É preciso sair do xeque imediatamente, neste lance.',
  ],
  C02: [
    'Três saídas',
    'Mover o rei, capturar a peça que dá xeque ou pôr algo no meio. Contra um cavalo, um peão ou uma peça vizinha nada se põe no meio. Contra um xeque duplo só o lance do rei serve.',
  ],
  C03: [
    'O xeque-mate',
    'Xeque, e nenhum lance legal: é xeque-mate. A partida acaba imediatamente, e quem deu mate venceu.',
  ],
  C04: [
    'O afogamento',
    'Sem xeque, e sem nenhum lance legal: o rei está afogado. A partida acaba imediatamente, empatada.',
  ],
  C05: [
    'Dizer “xeque”',
    'Anunciar o xeque é uma cortesia, não um dever. Este programa o faz em partidas amistosas e não em torneios; as configurações podem mudar isso.',
  ],

  E01: [
    'Vitória por xeque-mate',
    'O xeque-mate acaba a partida e a vence, não importa o que os relógios façam depois.',
  ],
  E02: ['Abandonar', 'Um jogador pode abandonar a qualquer momento, mesmo quando não é a sua vez. Com isso perde…'],
  E03: [
    '…a não ser que o outro nunca pudesse vencer',
    '…mas a partida é empate se o adversário não pudesse dar mate por nenhuma série de lances legais. Aqui as pretas só têm o rei.',
  ],
  E04: ['Fim do tempo', 'Quem esgota o seu tempo perde…'],
  E05: [
    '…a não ser que o outro nunca pudesse vencer',
    '…mas a partida é empate se o adversário não pudesse dar mate por nenhuma série de lances legais. Não se contam peças: descobre-se com exatidão, e mostra-se o mate ou o motivo.',
  ],
  E06: [
    'Derrota declarada',
    'Um árbitro pode declarar a partida perdida para um jogador, com um motivo que fica registrado, e decide quanto o adversário recebe: 1, ½ ou 0. Também podem perder os dois: então o resultado é 0–0.',
  ],
  E07: ['Empate por afogamento', 'O afogamento acaba a partida com empate, imediatamente.'],
  E08: [
    'Posição morta',
    'Quando nenhum dos lados poderia dar mate por nenhuma série de lances legais, a partida é empate imediatamente. É o caso de dois reis sozinhos, e também de uma muralha de peões que ninguém atravessa. Rei e cavalo contra rei e cavalo não é: ali existe um mate.',
  ],
  E09: [
    'Por acordo',
    'Um jogador propõe empate, de preferência junto com o seu lance. A proposta vale até que o adversário a aceite, a recuse, toque em uma peça para movê-la ou capturá-la, ou faça um lance; não pode ser retirada. Em torneios só se combina empate depois de os dois terem feito um lance. A planilha marca cada proposta com (=). Um organizador pode proibir propostas antes de certo lance, ou sempre.',
  ],
  E10: [
    'Tríplice repetição',
    'Se a mesma posição apareceu três vezes, não necessariamente seguidas, o jogador da vez pode reivindicar o empate; também anotando o lance que a produziria.',
  ],
  E11: [
    'O que é “a mesma posição”',
    'O mesmo jogador da vez, as mesmas peças nas mesmas casas, os mesmos lances possíveis. Os direitos de roque contam; uma captura en passant só conta onde é mesmo legal. Aqui a posição parece a mesma três vezes, mas na primeira ambos ainda podiam rocar.',
  ],
  E12: ['Quíntupla repetição', 'Quando a mesma posição aparece pela quinta vez, a partida é empate sem reivindicação.'],
  E13: [
    'Cinquenta lances',
    'Quando cada lado fez cinquenta lances sem mover peão e sem captura, o jogador da vez pode reivindicar o empate; também com o lance que os completa. Alguns organizadores por correspondência desligam esta regra.',
  ],
  E14: [
    'Setenta e cinco lances',
    'Depois de setenta e cinco lances assim de cada lado a partida é empate sem reivindicação. Se o último deles der mate, vale o mate.',
  ],
  E15: [
    'Uma só palavra: empate',
    'O botão de empate reivindica onde a reivindicação é certa. Onde o próprio rei nunca poderia levar mate, empata imediatamente. Nos outros casos é uma proposta ao adversário.',
  ],
  E16: [
    'Uma reivindicação errada',
    'Uma reivindicação que não procede não acaba a partida; vale como proposta. Em torneios o adversário recebe dois minutos, no rápido e no blitz um, e o lance anotado deve ser jogado.',
  ],
  E17: [
    'Decide o que acontece primeiro',
    'Um lance legal que dá mate, afoga ou torna a posição morta acaba a partida antes de cair qualquer bandeira. Duas bandeiras nunca caem juntas. Aqui as brancas dão mate com um décimo de segundo de sobra.',
  ],
  E18: [
    'Cancelar',
    'Antes que ambos tenham feito um lance, qualquer um pode cancelar a partida; ela fica sem resultado.',
  ],
  E19: [
    'Voltar um lance',
    'Em partidas amistosas um jogador pode pedir para voltar um lance; isso acontece se o adversário concordar.',
  ],

  T01: [
    'O relógio de xadrez',
    'Um relógio mostra o tempo que resta a cada jogador. Só anda o relógio de quem está na vez.',
  ],
  T02: [
    'Controles de tempo',
    'Sem relógio; um tempo para a partida inteira; um acréscimo por lance; uma espera antes de o relógio andar, ou a forma de Bronstein; etapas de tantos lances em tanto tempo; dias por lance; uma ampulheta. Aqui: três minutos e dois segundos por lance.',
  ],
  T03: [
    'De bullet a correspondência',
    'As partidas têm o nome da sua duração esperada. Online ela é o tempo e quarenta acréscimos: bullet abaixo de três minutos por jogador, depois blitz, rápida, clássica; e por correspondência, onde há dias. Em torneios a FIDE conta sessenta acréscimos: blitz até dez minutos, rápido abaixo de sessenta, clássico daí em diante. Aqui: rápida.',
  ],
  T04: [
    'Etapas',
    'O lance que completa uma etapa deve ser feito a tempo. O que sobra fica, e soma-se o tempo da etapa seguinte. Aqui: dois lances em um minuto, depois meio minuto para o resto.',
  ],
  T05: [
    'Relógios exatos',
    'Os relógios são exatos até o milésimo de segundo, nunca andam para trás e nunca mostram menos que zero: no servidor, nesta página e no terminal.',
  ],
  T06: [
    'Acréscimos e o primeiro lance',
    'Um lance completado soma o seu acréscimo. O primeiro relógio começa imediatamente ou depois dos primeiros lances, como combinado.',
  ],

  P01: [
    'Pontos',
    'Uma vitória vale um ponto, um empate meio, uma derrota nada: 1–0, ½–½, 0–1. Se ambos são declarados perdedores, 0–0.',
  ],
  P02: ['O registro', 'Uma partida guarda um registro escrito completo, pelo qual se verifica cada reivindicação.'],

  K01: [
    'Peça tocada, peça jogada',
    'Em torneios uma peça tocada de propósito deve ser movida se puder, e uma peça adversária tocada deve ser capturada. Decide a primeira que puder. Rei e depois torre é roque daquele lado; torre e depois rei é não rocar daquele lado.',
  ],
  K02: ['“Eu ajeito”', 'Quem o diz antes de tocar, sendo a sua vez, pode ajeitar uma peça sem ter de movê-la.'],
  K03: ['Peça solta fica', 'Solta a peça numa casa legal, o lance está feito. Em torneios nada volta.'],
  K04: [
    'Lances ilegais',
    'Em torneios um lance ilegal completado é desfeito, e o adversário recebe dois minutos, no rápido e no blitz um. O segundo do mesmo jogador perde; ou empata, se o adversário não pudesse dar mate por nenhuma série de lances legais.',
  ],
  K05: [
    'Início errado',
    'Se as cores foram trocadas, a partida recomeça se isso for descoberto em até dez lances; depois, continua. Se as peças foram mal colocadas, recomeça quando quer que se descubra; no rápido e no blitz, só em até dez lances.',
  ],

  N01: [
    'Notação',
    'Lances são lidos e escritos em notação curta e longa, com figurinas e como os programas os escrevem. O roque é O-O ou O-O-O, e lê-se também com zeros.',
  ],
  N02: [
    'Inglês e português',
    'A página fala as duas línguas, e os lances podem ser escritos com as letras de qualquer uma: rei K ou R, dama Q ou D, torre R ou T, bispo B, cavalo N ou C. Este exemplo está escrito em português.',
  ],
  N03: [
    'Posições e partidas como texto',
    'Posições se escrevem em FEN, no Xadrez 960 em X-FEN ou Shredder-FEN, com operações em EPD; partidas em PGN. A página de análise os lê e escreve.',
  ],
};
