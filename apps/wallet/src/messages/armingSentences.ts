/** The sentences that say why a press doesn’t count yet. */
export const armingSentences = {
  'arming.small': 'This window is too small to decide in. Make it larger, or zoom out.',
  'arming.unread': 'Scroll through all of it first.',
  'arming.away': 'Move over each line above first, or touch the text, or type the three boxed digits:',
  'arming.pointed': 'Move over each line above first, or touch the text.',
  'arming.settling': 'Ready in a moment.',
} as const
