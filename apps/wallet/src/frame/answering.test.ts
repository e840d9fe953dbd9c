import { cancelling, prefixes } from '@foyer/embedded/protocol'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { WalletError } from '../errors.js'
import { testFrame } from '../test/testFrame.js'
import { createAnswering, type Handlers, RpcFailure } from './answering.js'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Answers any request with one handler, whatever it is called. */
function answering(handle: (signal: AbortSignal) => unknown) {
  const reported: unknown[] = []
  const said: { readonly id?: string; readonly type: string; readonly payload: unknown }[] = []
  const handler = (_payload: unknown, signal: AbortSignal) => handle(signal)
  const handlers = v.parse(
    v.custom<Handlers>(() => true),
    new Proxy({}, { get: () => handler }),
  )
  const take = createAnswering({ handlers, report: (error) => reported.push(error) })
  const ask = (data: unknown) => take(data, (message) => said.push(Object(message)))
  return { ask, reported, said }
}

const asked = (id: string | undefined, more: object = {}) => ({ id, type: `${prefixes.app}GET_CHAIN_ID`, ...more })

test('a failure of ours has its sentence and code, one of JSON-RPC its own, and anything else is reported and says nothing', async () => {
  const failures: [unknown, object][] = [
    [
      new WalletError({ sentence: 'error.rejected', rpcCode: 4001 }),
      { message: 'You rejected the request.', code: 4001 },
    ],
    [new WalletError({ sentence: 'error.noLogin' }), { message: 'Ask for a code first.' }],
    [new RpcFailure({ code: 3, message: 'reverted' }), { message: 'reverted', code: 3 }],
    [new Error('the secret is canary'), { message: expect.not.stringContaining('canary') }],
  ]
  for (const [error, payload] of failures) {
    const { ask, said, reported } = answering(() => Promise.reject(error))
    ask(asked('a'))
    await settled()
    expect(said).toEqual([{ id: 'a', type: `${prefixes.frame}GET_CHAIN_ID_ERROR`, payload }])
    expect(Object.keys(Object(said[0]?.payload))).toEqual(Object.keys(payload))
    expect(reported).toEqual(error instanceof WalletError || error instanceof RpcFailure ? [] : [error])
  }
})

test('an id is taken again once it was answered, and one that waits isn’t asked twice', async () => {
  const waits: (() => void)[] = []
  const { ask, said } = answering(() => new Promise<undefined>((resolve) => waits.push(() => resolve(undefined))))
  for (const id of ['a', 'a', 'b']) ask(asked(id))
  await settled()
  expect(waits).toHaveLength(2)
  for (const end of waits.splice(0)) end()
  await settled()
  ask(asked('a'))
  await settled()
  expect([waits.length, said.map(({ id }) => id)]).toEqual([1, ['a', 'b']])
})

test('what is called off is told so by its signal, by its own id; others and what was answered aren’t', async () => {
  const signals: AbortSignal[] = []
  const { ask } = answering((signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  for (const id of ['a', 'b']) ask(asked(id))
  await settled()
  ask(cancelling('b'))
  ask(cancelling('none'))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
})

test('requests without an id are answered each, without one', async () => {
  const { ask, said } = answering(() => 1)
  ask(asked(undefined))
  await settled()
  ask(asked(undefined))
  await settled()
  expect(said).toHaveLength(2)
  expect(said.every((each) => !('id' in each))).toBe(true)
})

test('requests without an id count among those that wait, each', async () => {
  const { ask, said } = answering(() => new Promise(() => {}))
  for (let count = 0; count < 64; count += 1) ask(asked(undefined))
  await settled()
  expect(said).toEqual([])
  ask(asked(undefined))
  expect(said.map(({ type }) => type)).toEqual([`${prefixes.frame}GET_CHAIN_ID_ERROR`])
})

test.each([
  ['another name than there is', { id: 'a', type: `${prefixes.app}NOTHING` }],
  ['an id that is no text', { id: 7, type: `${prefixes.app}GET_CHAIN_ID` }],
  ['the other side’s', { id: 'a', type: `${prefixes.frame}GET_CHAIN_ID_SUCCESS` }],
])('nobody is answered for %s', async (_, data) => {
  const { ask, said, reported } = answering(() => 1)
  ask(data)
  await settled()
  expect([said, reported]).toEqual([[], []])
})

test('the page is loaded anew where it is asked to', async () => {
  let reloads = 0
  const { ask } = await testFrame({
    reload: () => {
      reloads += 1
    },
  })
  expect([(await ask('RELOAD')).ok, reloads]).toEqual([true, 1])
})
