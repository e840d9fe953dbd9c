import { contextOf } from '@foyer/core/internal'
import { Button, ErrorState, Skeleton, type SkeletonShape, VisuallyHidden } from '@foyer/parts'
import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import type { Piece, PieceState } from '../piece.js'
import { usePiece } from '../piece.js'
import { type Modal, useModal } from './modalContext.js'

export interface ViewSlotProps<Content> {
  readonly piece: Piece<Content>
  /** The sketch of what comes; rows by default. */
  readonly sketch?: ViewSkeletonProps['sketch']
  /** Draws what came. */
  readonly children: (content: Content) => ReactNode
}

/** A view of a chunk of its own: its layout while it comes, a way on where it doesn't. */
export function ViewSlot<Content>({ piece, sketch, children }: ViewSlotProps<Content>): ReactNode {
  const { say } = useModal()
  const view = useNeeded(piece)
  if (view.status === 'failed')
    return <TryAgain say={say} message={say('button.notLoaded')} isLost={view.isLost} onTry={piece.need} />
  return view.status === 'ready' ? (
    children(view.content)
  ) : (
    <ViewSkeleton label={say('shell.loading')} sketch={sketch} />
  )
}

/** A piece that is a component, for which nothing stands in while it comes. */
export function Needed({ piece }: { readonly piece: Piece<ComponentType> }): ReactNode {
  const needed = useNeeded(piece)
  return needed.status === 'ready' ? <needed.content /> : null
}

export interface ViewSkeletonProps {
  /** The announcement meanwhile. */
  readonly label?: string | undefined
  readonly sketch?: readonly SkeletonShape[] | undefined
}

const rows: readonly SkeletonShape[] = ['row', 'row', 'row']

/** The placeholder before it's known which view comes: rows by default. */
export function ViewSkeleton({ label, sketch = rows }: ViewSkeletonProps): ReactNode {
  return (
    <>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
      {sketch.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are distinguished by their place
        <Skeleton key={index} shape={shape} />
      ))}
    </>
  )
}

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
    const { say } = modal
    return <TryAgain say={say} message={say('error.unknown')} onTry={() => this.setState({ broken: false })} />
  }
}

interface TryAgainProps extends Pick<Modal, 'say'> {
  readonly message: string
  /** As its piece says: then only the whole page helps. */
  readonly isLost?: boolean | undefined
  readonly onTry: () => void
}

/** The failure in place of a part that didn't come, with the way to it. */
export function TryAgain({ say, message, isLost, onTry }: TryAgainProps): ReactNode {
  return (
    <ErrorState
      message={message}
      action={
        <Button variant="quiet" size="sm" onClick={isLost ? () => location.reload() : onTry}>
          {say(isLost ? 'button.reload' : 'button.tryAgain')}
        </Button>
      }
    />
  )
}

/** Fetches what is needed here, and again by itself when the network comes back after a failure. */
export function useNeeded<T>(piece: Piece<T>): PieceState<T> {
  const { online } = useModal().state
  const state = usePiece(piece)
  useEffect(() => {
    if (online || piece.getState().status === 'absent') piece.need()
  }, [piece, online])
  return state
}
