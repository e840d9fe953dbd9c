import { type AccountSnapshot, createFoyer, type Foyer, type Hex, type KitEvent, type NetworkInput } from '@foyer/core'
import { base, mainnet, solana } from '@foyer/core/networks'
import { describe, expectTypeOf, test } from 'vitest'
import { useFoyerAccounts } from './headless/account.js'
import {
  useFoyerAccount,
  type useFoyerBalance,
  type useFoyerDisconnect,
  type useFoyerEvents,
  useFoyerNetwork,
  useFoyerProvider,
  type useFoyerWalletInfo,
} from './index.js'

/** As viem exports them: without a family, and with an id of its own type. */
const viemMainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.example'] } },
} as const satisfies NetworkInput

const evmKit = () => createFoyer({ projectId: 'guesses', networks: [mainnet, base] })
const viemKit = () => createFoyer({ projectId: 'guesses', networks: [viemMainnet] })
const kitOfTwo = () => createFoyer({ projectId: 'guesses', networks: [mainnet, solana] })
const anyKit = (networks: readonly [NetworkInput, ...NetworkInput[]]) => createFoyer({ projectId: 'guesses', networks })

/** What somebody who comes from wagmi or AppKit would take for granted. None of it runs: the compiler says whether it holds. */
describe('a guess at types holds', () => {
  test('an address of EVM is hexadecimal: 1. of a hook, 2. of all its accounts, 3. of the kit', () => {
    const ofHook = () => useFoyerAccount({ family: 'eip155' })
    expectTypeOf<ReturnType<typeof ofHook>['address']>().toEqualTypeOf<Hex | undefined>()
    expectTypeOf<ReturnType<typeof ofHook>['allAccounts'][number]['address']>().toEqualTypeOf<Hex>()
    const chosen = () => useFoyerAccounts({ family: 'eip155' })
    expectTypeOf<ReturnType<typeof chosen>['address']>().toEqualTypeOf<Hex | undefined>()
    const ofKit = (foyer: Foyer) => foyer.account('eip155').address
    expectTypeOf(ofKit).returns.toEqualTypeOf<Hex | undefined>()
  })

  test('4. `isConnected` narrows it, 5. as does `status`, 6. and both where nothing is connected', () => {
    const ask = (account: AccountSnapshot<'eip155'>) => {
      if (account.isConnected) expectTypeOf(account.address).toEqualTypeOf<Hex>()
      if (account.isConnected) expectTypeOf(account.caipAddress).toEqualTypeOf<`eip155:${string}:${string}`>()
      if (account.isConnected) expectTypeOf(account.wallet.name).toEqualTypeOf<string>()
      if (account.status === 'connected') expectTypeOf(account.address).toEqualTypeOf<Hex>()
      if (account.status === 'disconnected') expectTypeOf(account.address).toEqualTypeOf<undefined>()
      const { address, isConnected } = account
      return isConnected ? address : '0x'
    }
    expectTypeOf(ask).returns.toEqualTypeOf<Hex>()
  })

  test('another family’s address is text, and so is one whose family isn’t known', () => {
    const of = (family: 'eip155' | 'solana') => useFoyerAccount({ family }).address
    expectTypeOf(of).returns.toEqualTypeOf<string | undefined>()
    const ofMaybe = (family: 'eip155' | undefined) => useFoyerAccount({ family }).address
    expectTypeOf(ofMaybe).returns.toEqualTypeOf<string | undefined>()
    const ofNone = () => useFoyerAccount()
    expectTypeOf(ofNone).returns.toEqualTypeOf<AccountSnapshot>()
  })

  test('7. where a kit has networks of EVM alone, its account needs no family', () => {
    const address = () => evmKit().account().address
    expectTypeOf(address).returns.toEqualTypeOf<Hex | undefined>()
    const ofViem = () => viemKit().account().address
    expectTypeOf(ofViem).returns.toEqualTypeOf<Hex | undefined>()
    const ofTwo = () => kitOfTwo().account().address
    expectTypeOf(ofTwo).returns.toEqualTypeOf<string | undefined>()
    const ofAny = () => anyKit([mainnet]).account().address
    expectTypeOf(ofAny).returns.toEqualTypeOf<string | undefined>()
  })

  test('8. `chainId` of EVM is a number, 9. and so is the `id` of its network', () => {
    const ofHook = () => useFoyerNetwork({ family: 'eip155' })
    expectTypeOf<ReturnType<typeof ofHook>['chainId']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<ReturnType<typeof ofHook>['networkId']>().toEqualTypeOf<`eip155:${string}` | undefined>()
    const ofKit = () => evmKit().network()?.id
    expectTypeOf(ofKit).returns.toEqualTypeOf<number | undefined>()
  })

  test('10. a network is switched to by itself, by viem’s, by its number or its CAIP id', () => {
    const { switchNetwork } = evmKit()
    expectTypeOf(switchNetwork).toBeCallableWith(base)
    expectTypeOf(switchNetwork).toBeCallableWith(viemMainnet)
    expectTypeOf(switchNetwork).toBeCallableWith(8453)
    expectTypeOf(switchNetwork).toBeCallableWith('eip155:8453', { signal: AbortSignal.any([]) })
    // One that was added while the page runs is none of those that the kit was made with.
    expectTypeOf(switchNetwork).toBeCallableWith('eip155:31337')
    const wrong = () => {
      // @ts-expect-error: a network isn’t known by its name
      switchNetwork('base')
      // @ts-expect-error: a wallet’s method has an object, the kit’s takes the network itself
      switchNetwork({ chainId: 8453 })
    }
    expectTypeOf(wrong).toBeFunction()
  })

  test('11. a kit of whatever networks is a kit wherever one is taken', () => {
    expectTypeOf(evmKit).returns.toExtend<Foyer>()
    expectTypeOf(kitOfTwo).returns.toExtend<Foyer>()
    const networks = () => [mainnet, base].map(({ caipNetworkId }) => caipNetworkId)
    expectTypeOf(networks).returns.toEqualTypeOf<('eip155:1' | 'eip155:8453')[]>()
  })

  test('12. a balance is a bigint with its decimals and symbol', () => {
    type Held = NonNullable<ReturnType<typeof useFoyerBalance>['balance']>
    expectTypeOf<Held>().toExtend<{ value: bigint; decimals: number; symbol: string }>()
  })

  test('13. a provider is one of EIP-1193, as `custom(provider)` of viem takes it', () => {
    const provider = () => useFoyerProvider('eip155').provider
    type Request = (request: { method: string; params?: readonly unknown[] }) => Promise<unknown>
    expectTypeOf<NonNullable<ReturnType<typeof provider>>['request']>().toExtend<Request>()
  })

  test('14. a button’s `onClick` takes `() => disconnect()`', () => {
    expectTypeOf<ReturnType<typeof useFoyerDisconnect>['disconnect']>().toBeCallableWith()
    expectTypeOf<ReturnType<typeof useFoyerDisconnect>['disconnect']>().returns.toEqualTypeOf<Promise<void>>()
  })

  test('15. the name of an event narrows what it says', () => {
    const of = (event: NonNullable<ReturnType<typeof useFoyerEvents>>['data']) =>
      event.event === 'INITIALIZE' ? event.properties.networks : undefined
    expectTypeOf(of).returns.toExtend<readonly string[] | undefined>()
    expectTypeOf<KitEvent['event']>().not.toEqualTypeOf<string>()
  })

  test('16. the wallet has a name, an icon and an rdns', () => {
    type Wallet = NonNullable<ReturnType<typeof useFoyerWalletInfo>>
    expectTypeOf<Pick<Wallet, 'name' | 'icon' | 'rdns'>>().toExtend<{ name: string }>()
  })

  test('17. a view is opened by its name, and one that there isn’t doesn’t compile', () => {
    const { open } = evmKit()
    expectTypeOf(open).toBeCallableWith({ view: 'Networks' })
    const wrong = () => {
      // @ts-expect-error: no view is called so
      open({ view: 'Network' })
    }
    expectTypeOf(wrong).toBeFunction()
  })
})

/**
 * What was guessed too, and isn’t so, with the reason:
 * - `useAccount().isConnecting`, `isReconnecting`, `isDisconnected`: `status` says it, and can’t contradict itself; bringing back the last visit’s wallet is `connecting`.
 * - `useAccount().chainId`, `chain`: an account that is read alone renders nothing anew when the network changes; `useFoyerNetwork` has both.
 * - `useAppKitProvider<Provider>('eip155').walletProvider`: the type comes of the family, and a hook’s type parameter would be a cast.
 * - `switchChain({ chainId })`, `onSuccess`: the kit’s calls return promises; the second parameter is for a signal.
 * - `networks: []` is refused by the compiler, as AppKit does it; a list that was computed is parsed to `[first, ...others]`.
 * - `useFoyerTheme().themeMode`, `setThemeMode`: one `setTheme({ mode, variables })`.
 * - `balance.formatted`: how many digits are shown is the page’s, by `displayQuantity`.
 */
