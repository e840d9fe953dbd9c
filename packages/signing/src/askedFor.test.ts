import type { NetworkId } from '@foyer/core/chain'
import { writeSiwxMessage } from '@foyer/core/siwx'
import type { WalletNetwork } from '@foyer/core/words'
import { describe, expect, test } from 'vitest'
import { readMessageText } from './readMessageText.js'

const evm: NetworkId = 'eip155:1'
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const accounts: readonly (readonly [NetworkId, string])[] = [
  [evm, account],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
]

interface Asked {
  readonly text: string
  readonly address?: string
  readonly chainId?: string
  readonly peerUrl?: string
}

function askedFor({ text, address = account, chainId = evm, peerUrl = 'https://dapp.example' }: Asked) {
  const currency = { symbol: 'ETH', decimals: 18 }
  const network: WalletNetwork = { chainId, name: 'A network', rpcUrl: 'http://node.example', tokens: [], currency }
  return readMessageText({ text, data: '0x', address, network, peerUrl }).asksFor ?? 'effect'
}

const message = {
  ...{ domain: 'dapp.example', uri: 'https://dapp.example/login', accountAddress: account, chainId: evm },
  ...{ version: '1', nonce: 'kEWepMt9knR6lWJ6A1b9mQXz', issuedAt: '2026-01-02T03:04:05.678Z' },
} as const
const signIn = writeSiwxMessage(message)

describe('a sign-in at the page that asks', () => {
  test('is one in every family', () => {
    for (const [chainId, address] of accounts) {
      const text = writeSiwxMessage({ ...message, accountAddress: address, chainId })
      expect(askedFor({ text, address, chainId }), chainId).toBe('signIn')
    }
  })

  test('with a statement, times and addresses of its page’s as resources, and with the scheme or the port of its page', () => {
    const more = {
      ...{ statement: 'I accept the terms.', expirationTime: '2026-01-02T04:04:05Z', requestId: '7' },
      resources: ['https://dapp.example/terms', 'https://dapp.example/privacy#eu'],
    }
    expect(askedFor({ text: writeSiwxMessage({ ...message, ...more }) })).toBe('signIn')
    expect(askedFor({ text: `https://${signIn}` })).toBe('signIn')
    const original = signIn.replace('your Ethereum', 'your **blockchain**').replace('Chain ID: 1', 'Chain ID: eip155:1')
    expect(askedFor({ text: original })).toBe('signIn')
    const local = writeSiwxMessage({ ...message, domain: 'localhost:3000', uri: 'http://localhost:3000' })
    expect(askedFor({ text: local, peerUrl: 'http://localhost:3000' })).toBe('signIn')
    expect(askedFor({ text: signIn, address: account.toLowerCase() })).toBe('signIn')
  })

  test('isn’t one with anything else in it, or without what belongs into it', () => {
    const recap = 'urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ'
    const grants = [recap, 'urn:other:thing', 'ipfs://bafybei/', 'did:key:z6Mk', 'URN:RECAP:eyJhdHQiOnt9fQ']
    const others = {
      ...Object.fromEntries(
        grants.map((each) => [each, writeSiwxMessage({ ...message, resources: ['https://dapp.example/', each] })]),
      ),
      'a line before it': `Hello\n${signIn}`,
      'a space before it': ` ${signIn}`,
      'a hidden letter before it': `\u200b${signIn}`,
      'a line after it': `${signIn}\nAnd 10 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8`,
      'an empty line after it': `${signIn}\n`,
      'another field': `${signIn}\nAmount: 10 ETH`,
      'a statement of two lines': signIn.replace('\n\n\n', '\n\nI give\nall I have\n\n'),
      'no nonce': signIn.replace(/Nonce: .*\n/, ''),
      'no address of its page': signIn.replace(/URI: .*\n/, ''),
      'no time': signIn.replace(/\nIssued At: .*/, ''),
      'lines that end otherwise': signIn.replaceAll('\n', '\r\n'),
      'another version': signIn.replace('Version: 1', 'Version: 2'),
    }
    for (const [name, text] of Object.entries(others)) expect(askedFor({ text }), name).toBe('text')
  })

  test('isn’t one with what its page could hide of it, or with what leads elsewhere', () => {
    const said = (statement: string) => signIn.replace('\n\n\n', `\n\n${statement}\n\n`)
    const of = (...resources: string[]) => [signIn, 'Resources:', ...resources.map((each) => `- ${each}`)].join('\n')
    const uri = (at: string) => signIn.replace('https://dapp.example/login', at)
    const others = {
      'a user in its address': uri('https://bank.example@dapp.example/login'),
      'a user and a password in its address': uri('https://bank.example:443@dapp.example/login'),
      'an empty user in its address': uri('https://@dapp.example/login'),
      'a space in its address': uri('https://dapp.example/login and give all'),
      'letters of other scripts in its address': uri('https://dapp.example/аdmin'),
      'a backslash in its address': uri('https:\\\\dapp.example\\login'),
      'a resource elsewhere': of('https://dapp.example/', 'https://other.example/'),
      'a resource of plain http': of('http://dapp.example/'),
      'a resource at another port': of('https://dapp.example:8443/'),
      'a resource below': of('https://app.dapp.example/'),
      'a user in a resource': of('https://bank.example@dapp.example/'),
      'a space in a resource': of(`https://dapp.example/${' '.repeat(4)}and more`),
      'a long gap': said(`Hello.${' '.repeat(60)}I give all I have.`),
      'a short gap': said('Hello.   I give all I have.'),
      'a gap of other spaces': said(`Hello.${'\u3000'.repeat(60)}I give all I have.`),
      'a gap of spaces in turn': said(`Hello.${'\u00a0 \t'.repeat(20)}I give all I have.`),
      'a gap of letters that are blank': said(`Hello.${'\u2800'.repeat(60)}I give all I have.`),
      'hidden letters': said('Hello\u200b.'),
      'letters that turn what follows': said('Hello \u202edlrow'),
    }
    const read = Object.entries(others).map(([name, text]) => [name, askedFor({ text })])
    expect(read).toEqual(Object.keys(others).map((name) => [name, 'text']))
  })

  test('isn’t one of another page’s, account’s or family’s', () => {
    const others: Readonly<Record<string, Asked>> = {
      'another domain': { text: signIn, peerUrl: 'https://evil.example' },
      'a domain below': { text: signIn, peerUrl: 'https://app.dapp.example' },
      'another port': { text: signIn, peerUrl: 'https://dapp.example:8443' },
      'another scheme': { text: signIn, peerUrl: 'http://dapp.example' },
      'no page': { text: signIn, peerUrl: '' },
      'a page without an origin': { text: signIn, peerUrl: 'data:text/html,' },
      'the page of another site': { text: signIn.replace('https://dapp.example/login', 'https://bank.example/') },
      'a page in the name of a user': { text: signIn.replace('https://dapp', 'https://dapp.example@evil') },
      'an address that isn’t of the web': { text: signIn.replace('https://dapp.example/login', 'did:key:z6Mk') },
      'another account': { text: signIn, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      'a chain of another family': { text: signIn, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    }
    for (const [name, asked] of Object.entries(others)) expect(askedFor(asked), name).toBe('text')
    // Small letters are others in base58.
    const [, [chainId, address] = ['', '']] = accounts
    const text = writeSiwxMessage({
      ...message,
      accountAddress: address,
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    })
    expect(askedFor({ text, address: address.toLowerCase(), chainId })).toBe('text')
  })
})

test('what is written for a program, or is no text, may have any effect', () => {
  expect(askedFor({ text: 'hello' })).toBe('text')
  for (const text of ['{"order":{"gives":"1000000"}}', '[{"a":1}]', `0x${'ab'.repeat(32)}`, 'ab'.repeat(32)])
    expect(askedFor({ text }), text).toBe('effect')
})
