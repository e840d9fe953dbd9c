import { contextOf } from '@foyer/core/internal'
import { type ReactNode, useMemo, useState } from 'react'
import { Frame, LoadNotice } from './button/ButtonParts.js'
import { useScope } from './button/scope.js'
import { createPiece, useNeeded } from './piece.js'
import { useSelect } from './useSelect.js'

/**
 * Buying coins with money, as a part of the page: the visitor chooses an amount, a currency and a coin here, and a provider in the modal. Its code is
 * fetched once it stands in the page; the operator's server is asked once the visitor touches it, or is connected. It draws nothing where
 * `features.onramp` is off.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <aside><OnrampWidget /></aside>
 */
export function OnrampWidget(): ReactNode {
  const isOn = useSelect((state) => state.features.onramp)
  return isOn ? <LoadedWidget /> : null
}

function LoadedWidget(): ReactNode {
  const { foyer } = useScope()
  const widget = useMemo(
    () =>
      createPiece({
        chunk: 'buy',
        async load() {
          const [{ OnrampWidgetRoot }, translated] = await Promise.all([
            import('./modal/buy/buyRoom.js'),
            foyer.options.locale.load?.(),
          ])
          return { OnrampWidgetRoot, translated: translated ?? {} }
        },
        report: contextOf(foyer).report,
      }),
    [foyer],
  )
  const piece = useNeeded({ piece: widget, needed: true })
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <div data-part="foyer-onramp" ref={setPlace} aria-busy={piece.status === 'loading' || undefined}>
      {piece.status === 'failed' ? (
        <Frame>
          <LoadNotice piece={widget} />
        </Frame>
      ) : null}
      {piece.status === 'ready' && place ? (
        <piece.content.OnrampWidgetRoot foyer={foyer} translated={piece.content.translated} container={place} />
      ) : null}
    </div>
  )
}
