import { expect, test } from 'vitest'
import { bytesToSign, textToSign } from '../connector/familyCode.js'
import { MessageNotTextError } from '../errors/action.js'
import { messageBytes, messageText } from './messageText.js'

test.each(['\ud800', 'Hello \udc00', '\ud83d', '\udc4b\ud83d'])(
  '[F13] half of a surrogate pair (%j) is no text: it would be signed as another letter',
  (message) => {
    expect([messageText(message), messageBytes(message)]).toEqual([undefined, undefined])
    for (const toSign of [textToSign, bytesToSign]) expect(() => toSign(message)).toThrow(MessageNotTextError)
  },
)

test('any other message is the text and the bytes that it is', () => {
  const bytes = new TextEncoder().encode('Hellö 👋\ufffd')
  for (const message of ['Hellö 👋\ufffd', bytes]) {
    expect([messageText(message), textToSign(message)]).toEqual(['Hellö 👋\ufffd', 'Hellö 👋\ufffd'])
    expect([messageBytes(message), bytesToSign(message)]).toEqual([bytes, bytes])
  }
  const noText = Uint8Array.of(255)
  expect([messageText(noText), bytesToSign(noText)]).toEqual([undefined, noText])
  expect(() => textToSign(noText)).toThrow(MessageNotTextError)
})
