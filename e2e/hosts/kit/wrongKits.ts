import { createFoyer, type Foyer } from '@foyer/core'
import type { Locale } from '@foyer/core/messages'
import { base, mainnet, solana } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { walletConnect } from '@foyer/walletconnect'

/** A kit of each way to set one up wrongly, as a host without types may; the test knows their order. */
export function wrongKits(locale: Locale): readonly Foyer[] {
  const right = { projectId: 'wrong', networks: [mainnet], adapters: [evm()], locale }
  const wrong: readonly unknown[] = [
    undefined,
    { projectId: 'wrong', adapters: [evm()], locale },
    { ...right, siwx: () => undefined, siweConfig: () => undefined },
    { ...right, locale: 'de', themeMode: 'system', themeVariables: null },
    { ...right, netwroks: [base], features: { swap: true } },
    { ...right, api: 'foyer.example/v1' },
    { ...right, adapters: [evm] },
    { ...right, adapters: [evm(), walletConnect()], connectors: [walletConnect, evm()] },
    { ...right, adapters: [evm(), evm()], networks: [mainnet, mainnet, solana, null] },
    { ...right, adapters: [] },
    { ...right, defaultNetwork: base, metadata: 'My dapp', excludeWalletIds: [''] },
    { ...right, projectId: undefined },
  ]
  return wrong.map((options) => Reflect.apply(createFoyer, undefined, [options]))
}
