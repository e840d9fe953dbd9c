import { contextOf } from '@foyer/core/internal'
import { Button, ErrorState } from '@foyer/parts'
import { Component, type ReactNode } from 'react'
import type { Modal } from './modalContext.js'

interface ViewBoundaryProps {
  readonly modal: Pick<Modal, 'foyer' | 'say'>
  readonly children: ReactNode
}

/** A view that breaks takes neither the modal nor the host's page with it: the visitor may try it again, or leave. */
export class ViewBoundary extends Component<ViewBoundaryProps, { readonly broken: boolean }> {
  override state: { readonly broken: boolean } = { broken: false }

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: unknown): void {
    contextOf(this.props.modal.foyer).report(error)
  }

  override render(): ReactNode {
    const { modal, children } = this.props
    if (!this.state.broken) return children
    return (
      <ErrorState
        message={modal.say('error.unknown')}
        action={
          <Button variant="quiet" size="sm" onClick={() => this.setState({ broken: false })}>
            {modal.say('button.tryAgain')}
          </Button>
        }
      />
    )
  }
}
