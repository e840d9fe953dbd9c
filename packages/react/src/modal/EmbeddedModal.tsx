import { EmbeddedDialog } from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import { Modal, type ModalProps } from './Modal.js'
import type { FrameProps } from './Shell.js'

/** The modal of a kit as a part of the page: open for as long as it's mounted [S2.17]. */
export function EmbeddedModal({ foyer, translated, container }: Omit<ModalProps, 'frame'>): ReactNode {
  useEffect(() => {
    if (!foyer.store.getState().view.open) foyer.open()
  }, [foyer])
  return <Modal foyer={foyer} translated={translated} container={container} frame={EmbeddedFrame} />
}

function EmbeddedFrame({ foyer: _, ...frame }: FrameProps): ReactNode {
  return <EmbeddedDialog {...frame} />
}
