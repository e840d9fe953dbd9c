import { expect, test } from 'vitest'
import { messageText } from '../connector/familyCode.js'
import { messageBytes, signedText } from './strictEd25519.js'

const refused = () => new Error('refused')

test.each(['\ud800', 'Hello \udc00', '\ud83d', '\udc4b\ud83d'])(
  '[F13] half of a surrogate pair (%j) is no text: it would be signed as another letter',
  (message) => {
    expect(() => messageText(message, refused)).toThrow('refused')
    expect([signedText(message), messageBytes(message)]).toEqual([undefined, undefined])
  },
)

test('any other message is the text and the bytes that it is', () => {
  const bytes = new TextEncoder().encode('Hellö 👋\ufffd')
  for (const message of ['Hellö 👋\ufffd', bytes]) {
    expect([messageText(message, refused), signedText(message)]).toEqual(['Hellö 👋\ufffd', 'Hellö 👋\ufffd'])
    expect(messageBytes(message)).toEqual(bytes)
  }
  expect(messageBytes(Uint8Array.of(255))).toEqual(Uint8Array.of(255))
})
