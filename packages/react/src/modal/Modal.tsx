import type { Foyer } from '@foyer/core'
import type { Sentences } from '@foyer/core/messages'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { useObservable } from '../useObservable.js'
import { ModalFrame } from './ModalFrame.js'
import { createModalScope } from './modalContext.js'
import { ShadowHost } from './ShadowHost.js'
import { type FrameProps, Shell } from './Shell.js'

export interface ModalProps {
  readonly foyer: Foyer
  /** The sentences of another language than English. */
  readonly translated: Partial<Sentences>
  /** The modal's place in the page; its body by default. */
  readonly container?: HTMLElement | undefined
  /** The frame around its card; a dialog above the page by default. */
  readonly frame?: ComponentType<FrameProps> | undefined
}

/** The modal of a kit. It shows what the kit's router says, so it's opened by `foyer.open()` and closed by `foyer.close()`. */
export function Modal({ foyer, translated, container, frame = ModalFrame }: ModalProps): ReactNode {
  const scope = useMemo(() => createModalScope({ foyer, translated }), [foyer, translated])
  const { state } = useObservable(scope.source)
  return (
    <ShadowHost container={container} styles={scope.styles} theme={state.theme} locale={foyer.options.locale}>
      <Shell scope={scope} frame={frame} />
    </ShadowHost>
  )
}
