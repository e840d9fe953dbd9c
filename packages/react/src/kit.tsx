import type { Foyer, RegisteredNetwork } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'
import type { ShownKit } from '@foyer/core/internal'
import { type Context, createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { missingProvider, useWhileDeveloping } from './whileDeveloping.js'

/** A hook or a button of the kit stands outside of a `FoyerProvider`. */
export class ProviderMissingError extends FoyerError {
  override readonly name = 'ProviderMissingError'
  readonly code = 'provider_missing'

  constructor() {
    super(process.env.NODE_ENV === 'production' ? 'No FoyerProvider above.' : missingProvider(new Error().stack))
  }
}

/** The kit that every hook works with. */
export type Kit = ShownKit

export const KitContext: Context<Kit | undefined> = createContext<Kit | undefined>(undefined)

/** The nearest provider's, which may be one that hands down more. @throws ProviderMissingError */
export function useKit<More extends Kit = Kit>(): Kit | More {
  const kit = useContext<Kit | More | undefined>(KitContext)
  if (!kit) throw new ProviderMissingError()
  return kit
}

/**
 * The kit of the nearest provider.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const foyer = useFoyer()
 * return <button onClick={() => foyer.open({ view: 'Networks' })}>Networks</button>
 */
export function useFoyer(): Foyer<RegisteredNetwork> {
  return useKit().foyer
}

export interface HeadlessProviderProps {
  /** The kit that `createFoyer` made, outside of any component. */
  readonly foyer: Foyer
  /** The part of the page that uses the kit. */
  readonly children?: ReactNode
}

/**
 * Gives a kit to every hook inside, and starts it once the page stands in the browser. It shows nothing and fetches no modal: the provider of a host
 * that draws everything itself.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })
 * const App = () => <HeadlessProvider foyer={foyer}><MyConnect /></HeadlessProvider>
 */
export function HeadlessProvider({ foyer, children }: HeadlessProviderProps): ReactNode {
  const kit = useMemo(() => ({ foyer, shown: foyer }), [foyer])
  return <KitProvider kit={kit}>{children}</KitProvider>
}

/** Hands down a kit, and has it running for as long as it is there. */
export function KitProvider({ kit, children }: { readonly kit: Kit; readonly children: ReactNode }): ReactNode {
  const { foyer } = kit
  useEffect(() => foyer.start(), [foyer])
  // biome-ignore lint/correctness/useHookAtTopLevel: the build decides it, for every render alike
  if (process.env.NODE_ENV !== 'production') useWhileDeveloping(foyer)
  return <KitContext.Provider value={kit}>{children}</KitContext.Provider>
}
