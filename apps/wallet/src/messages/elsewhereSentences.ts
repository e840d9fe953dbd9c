/** The sentences of a frame that asks in the wallet's own window: they come with what draws them. */
export const elsewhereSentences = {
  'approve.window': 'Open a window',
  'approve.windowWhy':
    'A page can cover or hide what the wallet shows inside of it. So you read this request and answer it in the wallet’s own window.',
  'approve.windowStorage':
    'This browser keeps nothing for a wallet inside of another page, so the wallet signs in a window of its own.',
  'approve.windowApart':
    'Answer in the wallet’s window. If none has opened, allow windows for this page, and try again.',
  'approve.windowThere': 'Answer in the wallet’s window.',
  'approve.windowShow': 'Show the window',
  'approve.visitWhy':
    'No window of the wallet’s could be opened. The wallet can ask in this tab instead, and bring you back here.',
  'approve.visit': 'Go to the wallet',
} as const
