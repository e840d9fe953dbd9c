/** The sentences about the visitor’s word: a frame shows none of it. */
export const wordSentences = {
  'word.title': 'Your word',
  'word.offer': 'Choose a word that only this wallet can show you.',
  'word.choose': 'Choose one',
  'word.change': 'Change it',
  'word.label': 'A word or an emoji',
  'word.hint': 'The wallet’s own windows show it in this browser. Don’t answer in one that doesn’t.',
  'word.none': 'The wallet’s own windows can show a word that only you know, so that you recognise them.',
  'word.keep': 'Keep it',
  'word.leave': 'Not now',
  'word.refused': 'This browser keeps nothing for the wallet, so the word would be forgotten.',
} as const
