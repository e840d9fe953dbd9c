import type { ShownRequest } from '@foyer/core/words'

/** How much of a step approving is: at once, past a warning, or after a step of its own that names the danger. */
export type Level = 'plain' | 'careful' | 'deliberate'

/** Returns how much of a step approving a described request takes. */
export const levelOf = ({ warnings, isDeliberate }: Pick<ShownRequest<unknown>, 'warnings' | 'isDeliberate'>): Level =>
  isDeliberate ? 'deliberate' : warnings.length > 0 ? 'careful' : 'plain'
