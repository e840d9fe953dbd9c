import { afterEach, expect, test, vi } from 'vitest'
import { contextOf } from '../context.js'
import { queryClientOf } from '../query/queryClientOf.js'
import { nameOwnerOf, registerAccountName } from './index.js'
import { address, named, signature, stopAll, type Wanted } from './test/namedKit.js'

afterEach(stopAll)

test('[S6.7] only an account of the embedded login has a name', async () => {
  const other = await named({ type: 'ANNOUNCED' })
  expect(nameOwnerOf(other.foyer.store.getState())).toBeUndefined()
  expect(other.form.get().place).toEqual({ status: 'notOffered' })
  await expect(registerAccountName(other.foyer, { name: 'alice' })).rejects.toMatchObject({
    code: 'embedded_login_required',
  })
  expect(other.signed).toEqual([])
})

test('[S9.21 S9.22 S7.17] the name is signed once, with the page, the project and seconds, and registered for the chain’s coin type', async () => {
  vi.stubGlobal('location', new URL('https://dapp.example:8443/names?of=mine'))
  const { foyer, signed, asked, clock } = await named()
  expect(await registerAccountName(foyer, { name: 'Alice' })).toEqual({ name: 'alice.foyer.test' })
  expect(signed).toHaveLength(1)
  const [message = ''] = signed
  expect(JSON.parse(message)).toEqual({
    name: 'alice.foyer.test',
    attributes: {},
    timestamp: Math.floor(clock.now() / 1000),
    domain: 'dapp.example:8443',
    project: foyer.options.projectId,
  })
  const [sent, ...more] = asked('/v1/profile/account')
  expect(more).toEqual([])
  expect(JSON.parse(sent?.body ?? '')).toEqual({ coin_type: 2_147_483_649, address, message, signature })
})

test('outside a page, what is signed names neither page nor project', async () => {
  const { foyer, signed } = await named()
  await registerAccountName(foyer, { name: 'alice' })
  expect(Object.keys(JSON.parse(signed[0] ?? ''))).toEqual(['name', 'attributes', 'timestamp'])
})

test('[S5.8 S5.9] a text that can’t be a name is neither signed nor asked about', async () => {
  const { foyer, form, signed, asked, clock } = await named()
  await expect(registerAccountName(foyer, { name: 'abc' })).rejects.toMatchObject({ facts: { fault: 'short' } })
  await expect(registerAccountName(foyer, { name: 'a name' })).rejects.toMatchObject({ facts: { fault: 'characters' } })
  form.type('abc')
  expect(form.get()).toMatchObject({ fault: 'short', check: { status: 'idle' } })
  form.type('a name')
  expect(form.get()).toMatchObject({ fault: 'characters', check: { status: 'idle' } })
  await clock.advance(5000)
  expect(asked('/v1/profile/suggestions/abc')).toEqual([])
  expect(signed).toEqual([])
})

test('[S5.10] on a chain whose id is too large nothing is signed: Invalid chainId', async () => {
  const { foyer, signed } = await named({ networkId: 'eip155:2147483648' })
  await expect(registerAccountName(foyer, { name: 'alice' })).rejects.toThrow('Invalid chainId')
  expect(signed).toEqual([])
})

test.each<readonly [string, Wanted, object]>([
  [
    'a signature that is no bytes',
    { sign: async () => ({ signature: 'signed' }) },
    { code: 'wallet_answer', facts: { method: 'personal_sign' } },
  ],
  [
    'a refusal without words',
    { answers: { '/v1/profile/account': { body: { success: false } } } },
    { code: 'names_unavailable' },
  ],
  ['no zone', { answers: { '/v1/profile/zone': { body: { zone: null } } } }, { code: 'names_unavailable' }],
])('%s registers nothing', async (_, wanted, error) => {
  const { foyer } = await named(wanted)
  await expect(registerAccountName(foyer, { name: 'alice' })).rejects.toMatchObject(error)
})

test('[F18] a name that is called off before it begins is neither signed nor registered', async () => {
  const { foyer, signed, asked } = await named()
  const signal = AbortSignal.abort()
  await expect(registerAccountName(foyer, { name: 'alice', signal })).rejects.toMatchObject({ code: 'aborted' })
  expect(signed).toEqual([])
  expect(asked('/v1/profile/account')).toEqual([])
})

test('once a name is registered, whatever shows the account’s name asks for it again', async () => {
  const { foyer, holds } = await named()
  const client = queryClientOf(contextOf(foyer))
  client.setQueryData(['identity', address], { name: undefined })
  client.setQueryData(['balance', address], 1n)
  await registerAccountName(foyer, { name: 'alice' })
  await holds(() => client.getQueryState(['identity', address])?.isInvalidated === true)
  expect(client.getQueryState(['balance', address])?.isInvalidated).toBe(false)
})
