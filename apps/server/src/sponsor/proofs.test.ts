import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { type Hex, keccak256, numberToHex, pad } from 'viem'
import { expect, test } from 'vitest'
import { demo } from '../test/openApi.js'
import type { QuoteRequest, Sent } from './judge.js'
import {
  askedOf,
  authorize,
  chainId,
  refusedQuote,
  refusedSent,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { onSponsorStage } from './test/sponsorGround.js'

let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, node, visitor } = stage)
})

const sentByOperator = () => world.client.getTransactionCount({ address: world.operator.address })
const ended = async (operation: string) => {
  await node.round()
  return node.sponsor.read({ by: visitor.by, operation })
}
const refusedFor = (asked: QuoteRequest) => refusedQuote(node, visitor, asked)
const refusedSending = (sent: Sent) => refusedSent(node, visitor, sent)

test('an operation of which a field is changed after it was signed is not sent', async () => {
  const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  const before = await sentByOperator()
  const flipped = `${sent.signature.slice(0, 20)}${sent.signature[20] === '0' ? '1' : '0'}${sent.signature.slice(21)}`
  const changed: readonly Partial<Sent>[] = [
    { nonce: '1' },
    { nonce: String(1n << 64n) },
    { callGasLimit: sent.callGasLimit + 1 },
    { verificationGasLimit: sent.verificationGasLimit - 1 },
    { callData: askedOf(visitor, [targets.counter, targets.counter]).callData },
    { signature: flipped },
  ]
  const said = []
  for (const change of changed) said.push(await refusedSending({ ...sent, ...change }))
  expect(said).toEqual(changed.map(() => 'operation'))
  await node.round()
  expect(await sentByOperator()).toBe(before)
  expect(await refusedSending(sent)).toBeNull()
})

test('an authorization that doesn’t switch this account to the delegate on this network is not paid for', async () => {
  const { account } = visitor
  const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  const good = sent.authorization ?? expect.fail('It has none.')
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const bad = {
    none: undefined,
    'of every chain': await authorize(account, { nonce: 0, chain: 0 }),
    'of another chain': await authorize(account, { nonce: 0, chain: 1 }),
    'of another delegate': await authorize(account, { nonce: 0, delegate: targets.counter }),
    'of nobody': await authorize(account, { nonce: 0, delegate: '0x0000000000000000000000000000000000000000' }),
    'of a later nonce': await authorize(account, { nonce: 1 }),
    'whose nonce is changed': { ...good, nonce: 1 },
    'of another key': await authorize(world.operator, { nonce: 0 }),
    'whose parity is changed': { ...good, yParity: good.yParity === 1 ? 0 : 1 } as const,
    'that is written with a high s': {
      ...({ nonce: 0, r: good.r, yParity: good.yParity === 1 ? 0 : 1 } as const),
      s: numberToHex(order - BigInt(good.s), { size: 32 }),
    },
    'that no key has made': { ...good, r: pad('0x00') },
  }
  const before = await sentByOperator()
  const said: Record<string, unknown> = {}
  for (const [name, authorization] of Object.entries(bad)) said[name] = await refusedSending({ ...sent, authorization })
  expect(said).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, 'authorization'])))
  await node.round()
  expect(await sentByOperator()).toBe(before)
  const { operation } = await send(node, visitor, sent)
  expect(await ended(operation)).toMatchObject({ succeeded: true })
  // Once it is switched, one more would be paid for and do nothing.
  const next = await signed(node, visitor, askedOf(visitor, [targets.counter]))
  expect(next.authorization).toBeUndefined()
  expect(await refusedSending({ ...next, authorization: await authorize(account, { nonce: 1 }) })).toBe('authorization')
})

test('where the project wants its backend’s word, nothing is paid for without it, and once with it', async () => {
  const pair = generateKeyPairSync('ed25519')
  const { x = '' } = pair.publicKey.export({ format: 'jwk' })
  await world.sponsor({ ...sponsorship(), tokenKeys: [x] })
  const asked = askedOf(visitor, [targets.counter])
  const write = async ({
    key = pair.privateKey,
    alg = 'EdDSA',
    typ = 'foyer-sponsor+jwt',
    ...changes
  }: Written = {}) => {
    const claims = {
      ...{
        iss: demo.id,
        aud: 'foyer sponsor',
        sub: `${chainId}:${visitor.account.address}`,
        jti: randomUUID(),
      },
      ...{ call: keccak256(hex(asked.callData)), exp: Math.floor(world.time / 1_000) + 60 },
      ...changes,
    }
    return new SignJWT(claims).setProtectedHeader({ alg, typ }).sign(key)
  }
  interface Written extends Readonly<Record<string, unknown>> {
    readonly key?: KeyObject | Uint8Array
    readonly alg?: string
    readonly typ?: string
  }
  const other = await world.visitor()
  const bad: Readonly<Record<string, string | undefined>> = {
    none: undefined,
    nonsense: 'a.b.c',
    'another key’s': await write({ key: generateKeyPairSync('ed25519').privateKey }),
    'an HMAC by the public key': await write({ key: Buffer.from(x, 'base64url'), alg: 'HS256' }),
    'of another type': await write({ typ: 'JWT' }),
    'of another project': await write({ iss: 'other' }),
    'of another use': await write({ aud: 'foyer login' }),
    'of another account': await write({ sub: `${chainId}:${other.account.address}` }),
    'of another network': await write({ sub: `eip155:1:${visitor.account.address}` }),
    'of other calls': await write({ call: keccak256(hex(askedOf(visitor, [targets.trap]).callData)) }),
    over: await write({ exp: Math.floor(world.time / 1_000) - 1 }),
    'without an end': await write({ exp: undefined }),
    'too long': await write({ exp: Math.floor(world.time / 1_000) + 700 }),
  }
  const said: Record<string, unknown> = {}
  for (const [name, token] of Object.entries(bad)) said[name] = await refusedFor({ ...asked, token })
  expect(said).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, 'token'])))
  const token = await write()
  const { operation } = await send(node, visitor, await signed(node, visitor, { ...asked, token }))
  expect(await ended(operation)).toMatchObject({ status: 'final', succeeded: true })
  // The same word in another writing of its signature is the same word.
  const last = token.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const rewritten = `${token.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1]}`
  for (const again of [token, rewritten]) {
    const sent = await signed(node, visitor, { ...asked, token })
    expect(await refusedSending({ ...sent, token: again })).toBe('token')
  }
})

const hex = (text: string): Hex => `0x${text.slice(2)}`
