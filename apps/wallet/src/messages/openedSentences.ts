/** Where else the wallet was opened, as an approval says it: it comes with what draws that. */
export const openedSentences = {
  'opened.one': 'Your wallet was opened at {site}, in {browser}, on {when}.',
  'opened.more': 'Your wallet was opened in {count} more places, last at {site}, in {browser}, on {when}.',
  'opened.look': 'See your devices',
  'opened.tab': '(opens a new tab)',
} as const
