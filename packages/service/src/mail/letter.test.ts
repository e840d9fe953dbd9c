import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawLetter } from './drawLetter.js'
import { unlinked } from './letter.js'
import { speakMail } from './mailLanguage.js'

/**
 * A mail program that links as much as any does: every run without spaces that has a dot, a sign of an address or a scheme between two letters or digits, and every
 * seven digits with what may stand between those of a telephone number.
 */
function linksIn(text: string): string[] {
  const hosts = text.match(/[\p{L}\p{N}_-]+(?:[.．。｡:@＠][/\p{L}\p{N}_-]+)+/gu) ?? []
  const dialled = text.match(/(?:\p{Nd}[\p{Zs}().+/-]*){7,}/gu) ?? []
  return [...hosts, ...dialled]
}

/** What strangers would have read in a mail of the operator's, and pressed. */
const named = [
  ...[
    'evil.example',
    'your-wallet-is-locked-call-1-800-555-1234.example',
    'xn--pple-43d.com',
    'аpple.com',
    'evil.example:8443',
  ],
  ...[
    'https://evil.example/a?b=c',
    'http:evil',
    'www.evil.example',
    'evil．example',
    'evil。example',
    'evil｡example',
    '192.0.2.7',
    '[2001:db8::7]',
  ],
  ...[
    'call-18005551234@evil.example',
    'a@b',
    'a＠evil.example',
    'mailto:a@evil.example',
    'tel:18005551234',
    'bitcoin:1abc',
  ],
  ...['1-800-555-1234', '+1 (800) 555 1234', '18005551234', '٠١٢٣٤٥٦٧٨٩', '１８００５５５１２３４', 'a.1 800.555 1234'],
] as const

test.each(named)('%s is read as it is, and no mail program makes a link of it', (text) => {
  // Else the mail program of this test is none.
  expect(linksIn(text).length).toBeGreaterThan(0)
  expect(linksIn(unlinked(text))).toEqual([])
  expect(unlinked(text).replaceAll('\u200c', '')).toBe(text)
})

test('no text at all becomes a link', () => {
  const piece = fc.constantFrom('a', '1', '2', '.', '@', ':', '/', '-', ' ', '(', '。', '٣', 'ä', '\u200c', '\u202e')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(linksIn(unlinked(pieces.join('')))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('what is no link stays as it stands: words, and a few digits', () => {
  for (const text of ['Firefox on Windows', 'Vienna', '417093', 'localhost', 'Straße 12'])
    expect(unlinked(text)).toBe(text)
})

describe('in a mail', () => {
  const letter = { language: 'en', direction: 'ltr', preview: '', walletOrigin: 'https://wallet.invalid' } as const

  test.each(named)('%s is no link in the subject, the text or the page', (text) => {
    for (const as of ['en', 'ar', 'de', 'es', 'zh'] as const) {
      const speaker = speakMail(as)
      const subject = speaker.say('confirm.subject', { site: text })
      const title = speaker.say('released.placed', { place: text, date: 'today' })
      const facts = [{ label: 'One', value: text, isCode: true }]
      const mail = drawLetter({ ...letter, subject, title, parts: [{ kind: 'facts', facts }] })
      // The page's own words are those of its elements.
      const [, body = ''] = mail.html.split('</head>')
      const said = body.replace(/<[^>]*>/g, ' ').replaceAll('wallet.invalid', '')
      // A full stop of the sentence's own words isn't of the name.
      const linked = [mail.subject, mail.text, said].map((part) => linksIn(part.replaceAll('。是', ' 是')))
      expect(linked).toEqual([[], [], []])
    }
  })

  test('a code of six digits is one run, to be copied and filled in', () => {
    const said = speakMail('en').say('code.subject', { code: '012345', site: 'dapp.example' })
    expect(said).toContain('012345')
  })
})
