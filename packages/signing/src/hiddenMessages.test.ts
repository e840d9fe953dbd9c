import type { WalletNetwork } from '@foyer/core/words'
import { expect, test } from 'vitest'
import { readMessageText } from './readMessageText.js'

// Texts whose meaning stands where it is easily overlooked.

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network: WalletNetwork = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'http://node.example', tokens: [] },
  currency: { symbol: 'ETH', decimals: 18 },
}
const read = (text: string, peerUrl = 'https://dapp.example') => {
  const { title, facts, warnings, isDeliberate } = readMessageText({ text, data: '0x', address, network, peerUrl })
  const site = facts.find(({ label }) => label.name === 'request.signsInAt')?.value
  return { title: title.name, site, warnings: warnings.map(({ name }) => name), isDeliberate }
}
const signIn = (domain: string, uri = `https://${domain}`) =>
  `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nURI: ${uri}\nVersion: 1`

test('a sign-in is one wherever it stands, and what stands before it is said', () => {
  const gap = '\n'.repeat(120)
  expect(read(`Welcome!${gap}${signIn('bank.example')}`)).toEqual({
    ...{ title: 'request.signIn', site: 'bank.example', isDeliberate: true },
    warnings: ['request.warn.longGap', 'request.warn.elsewhere', 'request.warn.signInBelow'],
  })
  expect(read(`Hello\n${signIn('dapp.example')}`)).toMatchObject({
    ...{ title: 'request.signIn', warnings: ['request.warn.signInBelow'], isDeliberate: false },
  })
  expect(read(`\r\n \u200b${signIn('dapp.example')}`).warnings).toEqual(['request.warn.hiddenLetters'])
  expect(read('Somebody wants you to sign in.').title).toBe('request.signMessage')
})

test('a message that goes on below a long gap is warned of, by lines or by spaces; one that ends with it isn’t', () => {
  const warned = { title: 'request.signMessage', warnings: ['request.warn.longGap'] }
  expect(read(`Welcome${'\n \t'.repeat(8)}more`)).toMatchObject(warned)
  expect(read(`Welcome${' '.repeat(40)}more`)).toMatchObject(warned)
  expect(read(`Welcome${'\u3000'.repeat(40)}more`)).toMatchObject(warned)
  expect(read(`Welcome${'\n'.repeat(7)}more${' '.repeat(39)}more${'\n'.repeat(99)}`).warnings).toEqual([])
})

test('letters of another script are written out, so that two sites never read alike', () => {
  const [cyrillic, written] = ['d\u0430pp.example', 'xn--dpp-6cd.example']
  const said = read(signIn(cyrillic))
  expect(said).toMatchObject({ site: written, warnings: ['request.warn.elsewhere'], isDeliberate: true })
  expect(read(signIn(cyrillic), `https://${cyrillic}`)).toMatchObject({ site: written, warnings: [] })
})

test('what it is for is said where that is another site’s', () => {
  const said = (uri: string) => read(signIn('dapp.example', uri)).warnings
  expect(said('https://bank.example/login')).toEqual(['request.warn.signInFor'])
  expect(said('https://dapp.example/login')).toEqual([])
  expect(said('did:key:z6Mk')).toEqual([])
})

test('a text of as many bytes as a hash has is one, of whichever family, unless its letters are none that a hash is found of', () => {
  for (const text of [
    'k}3#Qz~0Pw;L^aV@tR8&bN!x$Y5*mD%h',
    'k}3#Qz~0 w;L^aV@tR8&bN!x$Y5*mD%h',
    'é'.repeat(16),
    `${' '.repeat(31)}7`,
  ])
    expect(read(text)).toMatchObject({ warnings: expect.arrayContaining(['request.warn.hash']), isDeliberate: true })
  for (const text of ['Welcome to my page please log in', 'k}3#Qz~0 w;L^aV@tR8&bN!x$Y5*mD%', 'é'.repeat(32)])
    expect(read(text)).toEqual({
      ...{ title: 'request.signMessage', site: undefined },
      warnings: [],
      isDeliberate: false,
    })
})

const longest = 131_072

test('the longest text is read at once, whatever it is made of', () => {
  const letters = ['\u202e', ' ', '\n', 'a', ' \n', '\n\u200b', 'a://', '\r', '\u2028', '=', '\ufeff', '\u00ad ']
  const lines = letters.map((letter) => letter.repeat(longest / letter.length))
  const recap = `${signIn('dapp.example')}\nResources:\n- urn:recap:`
  const recaps = ['=', 'a=', 'a', '-', '\n- urn:recap:e30='].map((part) => recap + part.repeat(longest / part.length))
  const named = ['a', '://', 'a.', '\u00ad'].map(
    (part) => `${part.repeat(longest / part.length)} wants you to sign in with your`,
  )
  for (const text of [...lines, ...recaps, ...named, ...named.map((each) => `${each} a account:\n`)]) {
    const from = performance.now()
    read(text.slice(0, longest))
    expect(performance.now() - from, JSON.stringify(text.slice(0, 200))).toBeLessThan(1_000)
  }
})
