/** The durations of what moves, in milliseconds. The sheet reads these as variables, so that script and style agree. */
export const motion = {
  /** The card and its backdrop come and go. */
  cardMs: 200,
  /** The title follows the view (S9.34). */
  headerTextMs: 120,
  /** The modal's height eases (S9.34). */
  heightMs: 150,
  /** A view leaves, then the next one comes, this long each (S9.34). */
  viewMs: 150,
  /** A notice comes and goes. */
  noticeMs: 150,
  /** A modal that can't be closed shakes (S9.32). */
  shakeMs: 500,
} as const

/** The same numbers for the sheet; the direction factor mirrors horizontal motion and arrows from right to left. */
export const motionCss: string = `:host{--foyer-card-ms:${motion.cardMs}ms;--foyer-header-text-ms:${motion.headerTextMs}ms;--foyer-view-ms:${motion.viewMs}ms;--foyer-notice-ms:${motion.noticeMs}ms;--foyer-shake-ms:${motion.shakeMs}ms;--foyer-flip:1}:host([dir=rtl]){--foyer-flip:-1}:host(:dir(rtl)){--foyer-flip:-1}`
