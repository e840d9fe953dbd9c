import type { Foyer } from '@foyer/core'
import { type ReactNode, useMemo } from 'react'
import type { Prefetch } from './button/scope.js'
import { createScope } from './createScope.js'
import { KitProvider } from './kit.js'
import { Overlay } from './Overlay.js'

export interface FoyerProviderProps {
  /** The kit that `createFoyer` made, outside of any component. */
  readonly foyer: Foyer
  /** The part of the page that uses the kit. */
  readonly children?: ReactNode
  /**
   * When the modal's code is fetched, from the page's own origin: once a button is in view of an idle page, unless the visitor saves data (`visible`, the default);
   * when one is pointed at or focused (`intent`); or at the press alone, from when a finger or a mouse goes down (`none`).
   */
  readonly prefetch?: Prefetch | undefined
}

/**
 * Gives a kit to everything inside, starts it once the page stands in the browser, and shows its modal. A provider may
 * stand inside another; what is inside sees the nearest.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })
 * const App = () => (
 *   <FoyerProvider foyer={foyer}>
 *     <FoyerButton />
 *   </FoyerProvider>
 * )
 */
export function FoyerProvider({ foyer, children, prefetch = 'visible' }: FoyerProviderProps): ReactNode {
  const scope = useMemo(() => createScope({ foyer, prefetch }), [foyer, prefetch])
  return (
    <KitProvider kit={scope}>
      {children}
      {!foyer.options.enableEmbedded && <Overlay />}
    </KitProvider>
  )
}
