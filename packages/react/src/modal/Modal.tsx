import type { Foyer } from '@foyer/core'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { createModalScope } from './modalContext.js'
import { ShadowHost } from './ShadowHost.js'
import { Shell } from './Shell.js'

export interface ModalProps {
  readonly foyer: Foyer
  /** Where the modal stands in the page; its body unless said. */
  readonly container?: HTMLElement | undefined
}

/**
 * The modal of a kit. It shows what the kit's router says, so it's opened by `foyer.open()` and closed by `foyer.close()`; an embedded
 * one is open for as long as it's mounted [S2.17].
 */
export default function Modal({ foyer, container }: ModalProps): ReactNode {
  const scope = useMemo(() => createModalScope(foyer), [foyer])
  const { state } = useSyncExternalStore(scope.source.subscribe, scope.source.get)
  const { enableEmbedded, locale } = foyer.options
  useEffect(() => {
    if (enableEmbedded && !foyer.store.getState().view.open) foyer.open()
  }, [foyer, enableEmbedded])
  return (
    <ShadowHost container={container} styles={scope.styles} theme={state.theme} locale={locale}>
      <Shell scope={scope} />
    </ShadowHost>
  )
}
