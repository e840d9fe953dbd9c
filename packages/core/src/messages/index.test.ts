import { expect, test } from 'vitest'
import * as messages from './index.js'

test('exports these names and no others', () => {
  expect(Object.keys(messages).sort()).toMatchInlineSnapshot(`
    [
      "MissingValueError",
      "activitySentences",
      "arabic",
      "chinese",
      "drawnRequest",
      "english",
      "german",
      "headlineSentences",
      "loginSentences",
      "namesSentences",
      "nftsSentences",
      "onrampSentences",
      "ownAccountSentences",
      "paySentences",
      "previewSentences",
      "pseudo",
      "receiveSentences",
      "requestLanguages",
      "requestSentences",
      "say",
      "sendSentences",
      "signInSentences",
      "smartSessionsSentences",
      "spanish",
      "spokenRequest",
      "swapSentences",
    ]
  `)
})
