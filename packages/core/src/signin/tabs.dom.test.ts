import { expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { tabsStorage } from '../test/tabsStorage.js'
import { localSiwx } from './builtInSiwx.js'
import { signIn, signOut } from './signIn.js'
import { alice, bob, memorySiwx, type SigningKit, signingKit } from './test/signingKit.js'

/** Two tabs of one browser, both connected and asked to sign in. */
async function twoTabs(options: Parameters<typeof signingKit>[0] = {}) {
  const { entries, storage } = tabsStorage()
  const open = () => signingKit({ ...options, storage, entries })
  const [one, two] = [open(), open()]
  await one.connect()
  await two.until(() => two.foyer.account().status === 'connected')
  await Promise.all([one.reached('signedOut'), two.reached('signedOut')])
  return { one, two }
}

const isShown = ({ foyer }: SigningKit) => foyer.store.getState().view.open

test('what one tab signs another has too: its sign-in closes, and what it had signed meanwhile is called off', async () => {
  const { one, two } = await twoTabs()
  expect(isShown(two)).toBe(true)
  two.signer.answers = 'hang'
  const late = signIn(two.foyer).catch((error: unknown) => error)
  await two.until(({ connection }) => connection.attempts.signIn?.step.type === 'signature')
  const session = await signIn(one.foyer)
  await two.reached('signedIn')
  expect(two.room().state.get()).toMatchObject({ session: { signature: session.signature } })
  expect(isShown(two)).toBe(false)
  expect(await late).toMatchObject({ code: 'aborted' })
  two.signer.release()
  await two.clock.advance(0)
  for (const kit of [one, two]) expect(kit.room().state.get().status).toBe('signedIn')
  expect(JSON.parse(one.stored()['siwx:sessions'] ?? '')).toMatchObject([{ signature: session.signature }])
})

test('what one tab signs out another has not either, and asks nobody to sign', async () => {
  const { one, two } = await twoTabs({ siwx: localSiwx({ required: false }) })
  await signIn(one.foyer)
  await two.reached('signedIn')
  await signOut(one.foyer)
  await two.reached('signedOut')
  expect(isShown(two)).toBe(false)
  expect(two.foyer.account().status).toBe('connected')
})

test('where signing in is required, signing out ends the connection in every tab', async () => {
  const { one, two } = await twoTabs()
  await signIn(one.foyer)
  await two.reached('signedIn')
  const shown: boolean[] = []
  two.foyer.store.subscribe(() => shown.push(isShown(two)))
  await signOut(one.foyer)
  await two.until(() => two.foyer.account().status === 'disconnected')
  await two.reached('none')
  expect(shown).not.toContain(true)
  expect([one.errors, two.errors]).toEqual([[], []])
})

test('a host’s own sessions are followed as well; an account of its own isn’t signed in by another', async () => {
  const { one, two } = await twoTabs({ siwx: memorySiwx() })
  chooseAccount(two.foyer, { family: 'eip155', address: bob })
  await two.reached('signedOut')
  await signIn(one.foyer)
  await two.clock.advance(0)
  expect(two.room().state.get()).toMatchObject({ status: 'signedOut', account: { address: bob } })
  await signIn(two.foyer)
  await signOut(one.foyer)
  await two.until(() => two.foyer.account().status === 'disconnected')
})

test('a check that runs begins anew, so that what it found before counts for nothing', async () => {
  const siwx = memorySiwx()
  const { getSessions } = siwx
  const answers: (() => void)[] = []
  const kit = signingKit({ siwx })
  siwx.getSessions = async (...asked) => {
    const found = await getSessions(...asked)
    await new Promise<void>((resolve) => answers.push(resolve))
    return found
  }
  await kit.connect()
  await kit.reached('checking')
  const request = await siwx.createMessage({ accountAddress: alice, chainId: 'eip155:1' })
  await siwx.addSession({ data: request, message: String(request), signature: 'of another tab' })
  kit.room().lookAgain()
  await kit.clock.advance(0)
  for (const answer of answers) answer()
  await kit.reached('signedIn')
  expect(isShown(kit)).toBe(false)
})
