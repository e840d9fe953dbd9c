/** The English sentences, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
export const en = {
  'error.unknown': 'That did not work. Try again.',
} as const
