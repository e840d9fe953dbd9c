/** The sentences of a transaction's receipt: they come with what draws that. */
export const receiptSentences = {
  'receipt.awaited': 'What you get is shown once the network has carried it out.',
  'receipt.done': 'Done',
  'receipt.got': 'You got {what}.',
  'receipt.nothing': 'Nothing came that we can see.',
  'receipt.failed': 'Not carried out',
  'receipt.failedSay': 'The network has refused it. Only its fee is paid.',
  'receipt.unknown': 'The network doesn’t say yet what came of it.',
  'receipt.leave': 'Close',
} as const
