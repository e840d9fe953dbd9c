import { expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { account } from '../connector/test/fakeConnector.js'
import { currentRoute } from '../state/viewState.js'
import { signIn, signInState } from './signIn.js'
import { alice, askedKit, bob, memorySiwx, signatureOf } from './test/signingKit.js'

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)

test.each([
  ['what the visitor declines is declined', 'refuse', 'signIn.declined'],
  ['what its wallet fails to sign isn’t the application’s doing', 'fail', 'error.unknown'],
  ['what was signed and isn’t taken may be so because of its kind', 'forge', 'signIn.smartAccount'],
] as const)('[S8.3] of a smart account %s', async (_, answers, notice) => {
  const kit = await askedKit({ wallet: { accounts: [{ ...account(alice), type: 'smartAccount' }] } })
  kit.signer.answers = answers
  await failure(signIn(kit.foyer))
  expect(signInState(kit.foyer).get()).toMatchObject({ notice })
})

test('[S8.3] an application that refuses a smart account by an error of its own meets the same sentence; another kind of account doesn’t', async () => {
  const siwx = {
    ...memorySiwx(),
    addSession: async () => {
      throw new Error('This address has code.')
    },
  }
  const wallet = { accounts: [{ ...account(alice), type: 'smartAccount', inPlace: true }, account(bob)] } as const
  const kit = await askedKit({ siwx, wallet })
  await failure(signIn(kit.foyer))
  expect(signInState(kit.foyer).get()).toMatchObject({ notice: 'signIn.smartAccount' })
  chooseAccount(kit.foyer, { family: 'eip155', address: bob })
  await kit.reached('signedOut')
  await failure(signIn(kit.foyer))
  expect(signInState(kit.foyer).get()).toMatchObject({ notice: 'error.unknown' })
})

test('an account that becomes one of another kind under the same address isn’t asked again', async () => {
  const kit = await askedKit({ wallet: { accounts: [account(alice)] } })
  await signIn(kit.foyer)
  const accounts = [{ ...account(alice), type: 'smartAccount', inPlace: true }] as const
  kit.wallet.emit({ type: 'accountsChanged', family: 'eip155', accounts })
  await kit.clock.advance(0)
  expect(kit.foyer.account().allAccounts).toEqual(accounts)
  const { view } = kit.foyer.store.getState()
  const shown = view.open ? currentRoute(view).view : undefined
  expect([signInState(kit.foyer).get().status, shown, kit.signer.messages.length]).toEqual(['signedIn', undefined, 1])
})

test('what a wallet signs around the message is given to the application with its signature', async () => {
  const siwx = memorySiwx()
  const kit = await askedKit({ siwx, wallet: { accounts: [account(alice)] } })
  kit.signer.answers = 'wrap'
  await signIn(kit.foyer)
  const [message = ''] = kit.signer.messages
  expect(await siwx.getSessions('eip155:1', alice)).toMatchObject([
    { message, signature: signatureOf({ address: alice, message }) },
  ])
})
