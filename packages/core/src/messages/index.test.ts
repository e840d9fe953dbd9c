import { expect, test } from 'vitest'
import * as messages from './index.js'

test('exports these names and no others', () => {
  expect(Object.keys(messages).sort()).toMatchInlineSnapshot(`
    [
      "MissingValueError",
      "activitySentences",
      "arabic",
      "english",
      "namesSentences",
      "nftsSentences",
      "onrampSentences",
      "paySentences",
      "pseudo",
      "receiveSentences",
      "say",
      "sendSentences",
      "swapSentences",
    ]
  `)
})
