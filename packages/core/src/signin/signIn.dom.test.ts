import { describe, expect, test, vi } from 'vitest'
import { chooseAccount, switchFamily } from '../connection/index.js'
import { account } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { SignInOptionsConflictError } from '../errors/options.js'
import { currentRoute } from '../state/viewState.js'
import { localSiwx } from './builtInSiwx.js'
import { createSiweConfig } from './createSiweConfig.js'
import { leaveSignIn, showSignInText, signIn, signInState, signOut } from './signIn.js'
import { alice, askedKit, bob, carol, memorySiwx, type SigningKit, signatureOf, signingKit } from './test/signingKit.js'
import { leaveSessions } from './watchSignIn.js'

const shown = ({ foyer }: SigningKit) => {
  const { view } = foyer.store.getState()
  return view.open ? currentRoute(view).view : undefined
}
const stateOf = (kit: SigningKit) => kit.room().state.get()
const attemptOf = ({ foyer }: SigningKit) => foyer.store.getState().connection.attempts.signIn
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

describe('after connecting', () => {
  test('[S4.9] an account without a session comes to the sign-in', async () => {
    const kit = await askedKit()
    expect(shown(kit)).toBe('SIWXSignMessage')
    expect(kit.foyer.account().status).toBe('connected')
  })

  test('[S4.10] what it signs is kept, the modal closes, and the next visit goes on without a question', async () => {
    const entries = new Map<string, string>()
    const kit = await askedKit({ entries })
    const session = await signIn(kit.foyer)
    expect(session.message).toBe(kit.signer.messages[0])
    expect(session.message).toMatch(/^localhost(:\d+)? wants you to sign in with your Ethereum account:\n0xd8dA/)
    expect(session.signature).toBe(signatureOf({ address: alice, message: session.message }))
    expect(shown(kit)).toBeUndefined()
    expect(stateOf(kit)).toMatchObject({ status: 'signedIn', account: { address: alice } })
    expect(attemptOf(kit)?.end).toEqual({ status: 'succeeded' })
    kit.foyer.stop()

    const next = signingKit({ entries })
    await next.reached('signedIn')
    expect(shown(next)).toBeUndefined()
    expect(next.signer.messages).toEqual([])
  })

  test('the view that waits for the wallet stays until it is known whether to sign, and goes on or closes', async () => {
    const kit = signingKit()
    kit.foyer.open({ view: 'ConnectingExternal', connectorId: kit.wallet.id })
    const views: (string | undefined)[] = []
    kit.foyer.store.subscribe(() => views.at(-1) === shown(kit) || views.push(shown(kit)))
    await kit.reached('signedOut')
    expect(views).toEqual(['ConnectingExternal', 'SIWXSignMessage'])
    await signIn(kit.foyer)
    kit.foyer.open({ view: 'ConnectingExternal', connectorId: kit.wallet.id })
    await kit.until(({ view }) => !view.open)
    expect(kit.wallet.asked).toHaveLength(2)
  })

  test('[S4.9] another account, another network and another family are asked for their own session', async () => {
    const kit = await askedKit({
      wallet: {
        families: ['eip155', 'solana'],
        accounts: [account(alice), account(bob), account(carol, 'solana')],
        networks: { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      },
    })
    await signIn(kit.foyer)
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    await kit.reached('signedOut')
    expect(shown(kit)).toBe('SIWXSignMessage')
    await signIn(kit.foyer)
    kit.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    await kit.reached('signedOut')
    await signIn(kit.foyer)
    switchFamily(kit.foyer, 'solana')
    await kit.reached('signedOut')
    await signIn(kit.foyer)
    expect(kit.signer.messages.map((text) => text.split('\n')[1])).toEqual([alice, bob, bob, carol])
    expect(kit.signer.messages[3]).toContain('with your Solana account:')
    // Each keeps its own.
    switchFamily(kit.foyer, 'eip155')
    chooseAccount(kit.foyer, { family: 'eip155', address: alice })
    kit.wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:1' })
    await kit.reached('signedIn')
    expect(shown(kit)).toBeUndefined()
  })

  test('[S4.9] nobody signs on a network that isn’t configured', async () => {
    const kit = signingKit({ wallet: { networks: { eip155: 'eip155:999' } } })
    await kit.connect()
    await kit.clock.advance(0)
    expect(stateOf(kit)).toEqual({ status: 'none' })
    expect(shown(kit)).toBe('UnsupportedChain')
  })
})

describe('while signing', () => {
  test('[S4.11] [S8.2] a refusal is said, the view stays, and the next press signs', async () => {
    const kit = await askedKit()
    kit.signer.answers = 'refuse'
    expect(await failure(signIn(kit.foyer))).toMatchObject({ code: 'user_rejected' })
    expect(shown(kit)).toBe('SIWXSignMessage')
    expect(signInState(kit.foyer).get()).toMatchObject({ status: 'signedOut', notice: 'signIn.declined' })
    // Once, where it was pressed.
    expect(kit.foyer.store.getState().snackbar).toBeUndefined()
    kit.signer.answers = 'sign'
    const again = signIn(kit.foyer)
    expect(signInState(kit.foyer).get()).toMatchObject({ notice: undefined })
    await again
    expect(shown(kit)).toBeUndefined()
    expect(kit.events.filter((event) => event.includes('SI'))).toEqual(
      expect.arrayContaining(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_ERROR', 'SIWX_AUTH_SUCCESS']),
    )
  })

  test('[F27] the text that was shown is the one that is signed; one that is too old gives way before the wallet is asked', async () => {
    const kit = await askedKit()
    await showSignInText(kit.foyer)
    const shownText = () => {
      const state = signInState(kit.foyer).get()
      return state.status === 'signedOut' ? state.text?.message : undefined
    }
    const first = shownText()
    expect(first).toContain('wants you to sign in with your Ethereum account')
    kit.signer.answers = 'refuse'
    await failure(signIn(kit.foyer))
    expect(kit.signer.messages).toEqual([first])
    await kit.clock.advance(120_000)
    await failure(signIn(kit.foyer))
    expect(kit.signer.messages).toEqual([first, shownText()])
    expect(shownText()).not.toBe(first)
  })

  test('a text that can’t be had is said, and the wallet isn’t asked', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    siwx.failing = 'createMessage'
    await showSignInText(kit.foyer)
    expect(signInState(kit.foyer).get()).toMatchObject({ notice: 'error.unknown' })
    expect(signInState(kit.foyer).get()).not.toHaveProperty('text')
    expect(kit.signer.messages).toEqual([])
  })

  test('[S4.11] a view that the host closed meanwhile comes back with the refusal', async () => {
    const kit = await askedKit()
    kit.signer.answers = 'hang'
    const signing = failure(signIn(kit.foyer))
    await kit.until(({ connection }) => connection.attempts.signIn?.step.type === 'signature')
    kit.foyer.close()
    kit.signer.answers = 'forge'
    kit.signer.release()
    expect(await signing).toMatchObject({ code: 'invalid_session' })
    expect(shown(kit)).toBe('SIWXSignMessage')
    expect(kit.stored()).not.toHaveProperty('siwx:sessions')
  })

  test('a second press waits for the same signature', async () => {
    const kit = await askedKit()
    const [one, other] = await Promise.all([signIn(kit.foyer), signIn(kit.foyer)])
    expect(one).toBe(other)
    expect(kit.signer.messages).toHaveLength(1)
  })

  test('[X10] an account that is switched meanwhile signs nothing in', async () => {
    const kit = await askedKit()
    kit.signer.answers = 'hang'
    const signing = failure(signIn(kit.foyer))
    await kit.until(({ connection }) => connection.attempts.signIn?.step.type === 'signature')
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    expect(await signing).toMatchObject({ code: 'aborted' })
    kit.signer.release()
    await kit.reached('signedOut')
    expect(attemptOf(kit)?.end).toEqual({ status: 'cancelled' })
    expect(kit.stored()).not.toHaveProperty('siwx:sessions')
  })

  test('[X10] a session that was being kept when the account was switched is taken back', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    const { addSession } = siwx
    let keep = () => {}
    siwx.addSession = async (session) => {
      await new Promise<void>((resolve) => {
        keep = resolve
      })
      await addSession(session)
    }
    const signing = failure(signIn(kit.foyer))
    await kit.clock.advance(0)
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    await signing
    keep()
    await kit.clock.advance(0)
    expect(await siwx.getSessions('eip155:1', alice)).toEqual([])
  })

  test('[F18] a wallet that never answers is waited for five minutes', async () => {
    const kit = await askedKit()
    kit.signer.answers = 'hang'
    const signing = failure(signIn(kit.foyer))
    await kit.clock.advance(5 * 60_000)
    expect(await signing).toMatchObject({ code: 'request_timeout' })
  })

  test.each([
    ['account', { accountAddress: bob }],
    ['network', { chainId: 'eip155:10' }],
  ] as const)('a message for another %s than the connected one isn’t shown to the wallet', async (_, changes) => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    const { createMessage } = siwx
    siwx.createMessage = (request) => createMessage({ ...request, ...changes })
    expect(await failure(signIn(kit.foyer))).toMatchObject({ code: 'invalid_session', facts: { fault: 'account' } })
    expect(kit.signer.messages).toEqual([])
  })
})

test('[S2.5] ConnectingSiwe is the sign-in by its older name: it stays where it is declined, and closes once it is signed', async () => {
  const kit = await askedKit({ siwx: localSiwx({ required: false }) })
  await leaveSignIn(kit.foyer)
  kit.foyer.open({ view: 'ConnectingSiwe' })
  kit.signer.answers = 'refuse'
  await failure(signIn(kit.foyer))
  expect(shown(kit)).toBe('ConnectingSiwe')
  kit.signer.answers = 'sign'
  await signIn(kit.foyer)
  expect(shown(kit)).toBeUndefined()
})

describe('leaving', () => {
  test('[S4.12] a sign-in that is required disconnects, and calls off what the wallet still signs', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    kit.signer.answers = 'hang'
    const signing = failure(signIn(kit.foyer))
    await kit.until(({ connection }) => connection.attempts.signIn?.step.type === 'signature')
    await leaveSignIn(kit.foyer)
    expect(await signing).toMatchObject({ code: 'aborted' })
    kit.signer.release()
    await kit.clock.advance(0)
    expect(kit.foyer.account().status).toBe('disconnected')
    expect(kit.foyer.store.getState().view.history).toEqual([{ view: 'Connect' }])
    expect(kit.wallet.asked).toContain('disconnect')
    expect(siwx.calls).not.toContain('addSession')
    expect(kit.events).toContain('CLICK_CANCEL_SIWX')
  })

  test('[S2.18] while a required sign-in is being left the view may close; what was waited for in vain is tracked once', async () => {
    const kit = await askedKit({ siwx: memorySiwx() })
    expect(kit.foyer.store.getState().mustSignIn).toBe(true)
    const leaving = leaveSignIn(kit.foyer)
    expect(stateOf(kit)).toMatchObject({ status: 'signedOut', isLeaving: true })
    expect(kit.foyer.store.getState().mustSignIn).toBe(false)
    await leaving
    expect(stateOf(kit)).toEqual({ status: 'none' })
    await leaveSignIn(kit.foyer)
    expect(kit.events.filter((event) => event === 'CLICK_CANCEL_SIWX')).toHaveLength(1)
  })

  test('[S4.12] one that isn’t only closes', async () => {
    const kit = await askedKit({ siwx: localSiwx({ required: false }) })
    await leaveSignIn(kit.foyer)
    expect(shown(kit)).toBeUndefined()
    expect(kit.foyer.account().status).toBe('connected')
    expect(kit.foyer.store.getState().view.history).toEqual([{ view: 'Connect' }])
  })

  test('[S2.18] while it is required and there is no session the visitor can’t close it', async () => {
    const kit = await askedKit()
    kit.foyer.close('escape')
    expect(shown(kit)).toBe('SIWXSignMessage')
    expect(kit.foyer.store.getState().view.shakes).toBe(1)
    const optional = await askedKit({ siwx: localSiwx({ required: false }) })
    optional.foyer.close('escape')
    expect(shown(optional)).toBeUndefined()
  })

  test('disconnecting ends the sessions before it ends the connection', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    await signIn(kit.foyer)
    const statuses: string[] = []
    const { setSessions } = siwx
    siwx.setSessions = async (sessions) => {
      statuses.push(kit.foyer.account().status)
      await setSessions(sessions)
    }
    await kit.foyer.disconnect()
    expect(siwx.calls.at(-1)).toBe('setSessions 0')
    expect(statuses).toEqual(['connected'])
    await kit.connect()
    await kit.reached('signedOut')
  })

  test('disconnecting one family leaves the others’ sessions', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    await signIn(kit.foyer)
    await kit.foyer.disconnect({ family: 'solana' })
    expect(siwx.calls.some((call) => /^(set|revoke)/.test(call))).toBe(false)
  })

  test('disconnecting one of two families ends its account’s sessions on each of its networks alone', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    await signIn(kit.foyer)
    const { networks } = kit.foyer.store.getState()
    await leaveSessions(contextOf(kit.foyer), { families: new Set(['eip155']), isAll: false })
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id.startsWith('eip155:'))
    expect(siwx.calls.filter((call) => /^(set|revoke)/.test(call))).toEqual(ids.map((id) => `revokeSession ${id}`))
    expect(kit.stored().sign_in_changed).toMatch(/^\d+ out$/)
  })

  test('[F18] whoever keeps the sessions can hold nobody back: the connection ends, and the failure is told', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    siwx.setSessions = () => new Promise(() => {})
    const leaving = failure(kit.foyer.disconnect())
    await kit.clock.advance(10_000)
    expect(await leaving).toMatchObject({ code: 'disconnect' })
    expect(kit.foyer.account().status).toBe('disconnected')
  })

  test('signing out ends the sessions, and the connection where they are required', async () => {
    const kit = await askedKit()
    await signIn(kit.foyer)
    await signOut(kit.foyer)
    expect(kit.foyer.account().status).toBe('disconnected')
    const optional = await askedKit({ siwx: localSiwx({ required: false }) })
    await signIn(optional.foyer)
    await signOut(optional.foyer)
    expect(optional.foyer.account().status).toBe('connected')
    expect(stateOf(optional)).toMatchObject({ status: 'signedOut', isRequired: false })
    expect(optional.stored()).not.toHaveProperty('siwx:sessions')
  })
})

describe('where it can’t begin', () => {
  test('[S8.1] nobody stays connected, and the modal says so where one connects', async () => {
    const siwx = memorySiwx()
    siwx.failing = 'getSessions'
    const kit = signingKit({ siwx })
    kit.foyer.open({ view: 'ConnectingExternal', connectorId: kit.wallet.id })
    await kit.until(({ snackbar }) => snackbar !== undefined)
    expect(kit.foyer.store.getState().snackbar?.message).toBe('connect.signInFailed')
    await kit.until(({ connection }) => connection.active.eip155 === undefined)
    expect(shown(kit)).toBe('Connect')
    expect(kit.errors).toHaveLength(1)
  })

  test('[F18] [S8.1] sessions that are never said are waited for 20 seconds', async () => {
    const siwx = memorySiwx()
    siwx.getSessions = () => new Promise(() => {})
    const kit = signingKit({ siwx })
    await kit.connect()
    await kit.reached('checking')
    await kit.clock.advance(20_000)
    await kit.until(({ connection }) => connection.active.eip155 === undefined)
    expect(kit.errors).toMatchObject([{ code: 'request_timeout' }])
  })

  test('[S5.2] with both ways at once nothing connects', async () => {
    const consoled = vi.spyOn(console, 'error').mockImplementation(() => {})
    const siweConfig = createSiweConfig({
      getNonce: async () => '',
      createMessage: () => '',
      verifyMessage: async () => true,
      getSession: async () => null,
      signOut: async () => true,
    })
    const kit = signingKit({ siweConfig, siwx: localSiwx() })
    await expect(kit.connect()).rejects.toThrow(SignInOptionsConflictError)
    expect(consoled.mock.calls).toEqual([[expect.stringContaining('Cannot set both `siweConfig` and `siwx` options')]])
    consoled.mockRestore()
  })
})
