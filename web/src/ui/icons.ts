/** Our own icons, drawn as strokes on a grid of 24. */
import { h, type VNode } from './dom';

const paths = {
  flag: 'M5 21V4m0 1h12l-2.500 4L17 13H5',
  half: 'M7 4v7M7 4 5 5.500M17 20h-4l3-3.500c.7-.8 1-1.300 1-2a1.900 1.900 0 0 0-3.800-.3M18 5 6 19',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3',
  flip: 'M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3',
  first: 'M18 6l-6 6 6 6M11 6l-6 6 6 6',
  back: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M13 6l6 6-6 6',
  settings:
    'M4 7h9m5 0h2M4 17h3m5 0h8M15.500 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9.500 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.500 10 17.500 19 7',
  sound: 'M4 10v4h3l5 4V6L7 10zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  mute: 'M4 10v4h3l5 4V6L7 10zM16 10l5 5M21 10l-5 5',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c0-4 3.400-6.500 7.500-6.500s7.500 2.500 7.500 6.500',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-3.600 2.900-6 6.500-6s6.500 2.400 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18.500 14.500c1.900.9 3 2.800 3 5.500',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  clock: 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 9v4l2.500 2M10 2h4',
  analysis: 'M4 20V10m5.500 10V4M15 20v-8m5 8V7',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7-11 7z',
  chat: 'M4 5h16v11H9l-5 4z',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  edit: 'M4 20l1-4L16.500 4.500a2.100 2.100 0 0 1 3 3L8 19z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  again: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2.500M12 19.500V22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M2 12h2.500M19.500 12H22M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  hand: 'M6 3l12 8.500-5.500 1 3.500 6.500-2.600 1.400-3.400-6.600L6 18z',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z',
  eye: 'M2 12c2.500-4.500 6-7 10-7s7.500 2.500 10 7c-2.500 4.500-6 7-10 7S4.500 16.500 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  envelope: 'M3 6h18v13H3zM3 7l9 7 9-7',
  arbiter: 'M12 3v18M8 21h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z',
} as const;

export type IconName = keyof typeof paths;

export const icon = (name: IconName): VNode =>
  h('svg.icon', { attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' } }, [
    h('path', { attrs: { d: paths[name] } }),
  ]);
