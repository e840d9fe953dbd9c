import type { Foyer } from '@foyer/core'
import { type ComponentType, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { ModalFrame } from './ModalFrame.js'
import { createModalScope } from './modalContext.js'
import { ShadowHost } from './ShadowHost.js'
import { type FrameProps, Shell } from './Shell.js'

export interface ModalProps {
  readonly foyer: Foyer
  /** Where the modal stands in the page; its body unless said. */
  readonly container?: HTMLElement | undefined
  /** What stands around its card; a dialog above the page unless said. */
  readonly frame?: ComponentType<FrameProps> | undefined
}

/** The modal of a kit. It shows what the kit's router says, so it's opened by `foyer.open()` and closed by `foyer.close()`. */
export default function Modal({ foyer, container, frame = ModalFrame }: ModalProps): ReactNode {
  const scope = useMemo(() => createModalScope(foyer), [foyer])
  const { state } = useSyncExternalStore(scope.source.subscribe, scope.source.get)
  return (
    <ShadowHost container={container} styles={scope.styles} theme={state.theme} locale={foyer.options.locale}>
      <Shell scope={scope} frame={frame} />
    </ShadowHost>
  )
}
