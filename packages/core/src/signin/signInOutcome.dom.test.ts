import { describe, expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { account } from '../connector/test/fakeConnector.js'
import type { Siwx } from '../siwx/siwx.js'
import { currentRoute } from '../state/viewState.js'
import { localSiwx } from './builtInSiwx.js'
import { leaveSignIn, signIn, signOut } from './signIn.js'
import { alice, bob, memorySiwx, type SigningKit, signingKit } from './test/signingKit.js'

async function askedKit(options: Parameters<typeof signingKit>[0] = {}): Promise<SigningKit> {
  const kit = signingKit(options)
  await kit.connect()
  await kit.reached('signedOut')
  return kit
}
const shown = ({ foyer }: SigningKit) => {
  const { view } = foyer.store.getState()
  return view.open ? currentRoute(view).view : undefined
}
const stateOf = (kit: SigningKit) => kit.room().state.get()
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const optional = () => ({ siwx: localSiwx({ required: false }) })

test('what is told of signing in names the network, and of the account that signs whether it is smart', async () => {
  const accounts = [{ ...account(alice), type: 'smartAccount' } as const, account(bob)] as const
  const kit = await askedKit({ ...optional(), wallet: { accounts } })
  const told: unknown[] = []
  kit.foyer.onEvent(({ data }) => {
    if (data.event.startsWith('SIWX')) told.push([data.event, Reflect.get(data, 'properties')])
  })
  await signIn(kit.foyer)
  chooseAccount(kit.foyer, { family: 'eip155', address: bob })
  await kit.reached('signedOut')
  await signIn(kit.foyer)
  expect(told).toEqual([
    ['SIWX_AUTH_SUCCESS', { network: 'eip155:1', isSmartAccount: true }],
    ['SIWX_AUTH_SUCCESS', { network: 'eip155:1', isSmartAccount: false }],
  ])
})

test('who isn’t connected, or has no sign-in, can neither sign in nor out', async () => {
  const alone = signingKit()
  expect(await failure(signIn(alone.foyer))).toMatchObject({
    code: 'namespace_not_configured',
    facts: { family: 'eip155' },
  })
  await leaveSignIn(alone.foyer)
  expect(alone.events).not.toContain('CLICK_CANCEL_SIWX')
  const off = signingKit({ siwx: () => undefined })
  await off.connect()
  await off.clock.advance(0)
  expect(await failure(signIn(off.foyer))).toMatchObject({ code: 'sign_in_disabled' })
  expect(await failure(signOut(off.foyer))).toMatchObject({ code: 'sign_in_disabled' })
  expect(off.signer.messages).toEqual([])
})

test('a wallet that fails isn’t said to have declined', async () => {
  const kit = await askedKit()
  kit.signer.answers = 'fail'
  await failure(signIn(kit.foyer))
  expect(stateOf(kit)).toMatchObject({ status: 'signedOut', notice: 'error.unknown' })
})

test('sessions that don’t say whether they are required are', async () => {
  const { getRequired: _, ...siwx }: Siwx = memorySiwx()
  const kit = await askedKit({ siwx })
  expect(stateOf(kit)).toMatchObject({ isRequired: true })
  await signIn(kit.foyer)
  await signOut(kit.foyer)
  expect(kit.foyer.account().status).toBe('disconnected')
})

test('signing in closes its own view, and no other', async () => {
  const kit = await askedKit(optional())
  kit.foyer.open({ view: 'Networks' })
  await signIn(kit.foyer)
  expect(shown(kit)).toBe('Networks')
})

test('what was called off is said nowhere', async () => {
  const kit = await askedKit(optional())
  kit.signer.answers = 'hang'
  const aborts = new AbortController()
  const signing = failure(signIn(kit.foyer, { signal: aborts.signal }))
  await kit.until(({ connection }) => connection.attempts.signIn?.step.type === 'signature')
  kit.foyer.close()
  aborts.abort()
  expect(await signing).toMatchObject({ code: 'aborted' })
  expect(shown(kit)).toBeUndefined()
  expect(stateOf(kit)).not.toMatchObject({ notice: expect.any(String) })
  expect(kit.foyer.store.getState().snackbar).toBeUndefined()
})

describe('[X10] signing out of an optional sign-in', () => {
  test('leaves no account signed in, nor anything to close', async () => {
    const kit = await askedKit(optional())
    await signIn(kit.foyer)
    await signOut(kit.foyer)
    expect(stateOf(kit)).toMatchObject({ status: 'signedOut', account: { address: alice }, isRequired: false })
    expect(kit.foyer.store.getState().mustSignIn ?? false).toBe(false)
    expect(kit.stored().sign_in_changed).toMatch(/^\d+ out$/)
  })

  test('without an account ends what is kept', async () => {
    const siwx = memorySiwx({ required: false })
    const kit = signingKit({ siwx })
    await signOut(kit.foyer)
    expect(siwx.calls).toEqual(['setSessions 0'])
    expect(stateOf(kit)).toEqual({ status: 'none' })
  })
})

test('of a stopped kit nothing follows another tab, and nobody has to sign in', async () => {
  const siwx = memorySiwx()
  const kit = await askedKit({ siwx })
  kit.foyer.stop()
  expect(stateOf(kit)).toEqual({ status: 'none' })
  const asked = siwx.calls.length
  kit.room().lookAgain()
  await kit.clock.advance(0)
  expect(siwx.calls).toHaveLength(asked)
})

test('an answer about a former account counts for nothing, and nor does its failure', async () => {
  for (const isBroken of [false, true]) {
    const siwx = memorySiwx({ required: false })
    const { getSessions } = siwx
    let answer = () => {}
    const kit = signingKit({ siwx })
    siwx.getSessions = async (chainId, address) => {
      if (address === bob) return getSessions(chainId, address)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      if (isBroken) throw new Error('down')
      return getSessions(chainId, address)
    }
    await kit.connect()
    await kit.reached('checking')
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    await kit.reached('signedOut')
    answer()
    await kit.clock.advance(0)
    expect(stateOf(kit)).toMatchObject({ status: 'signedOut', account: { address: bob } })
    expect(kit.foyer.account().status).toBe('connected')
  }
})
