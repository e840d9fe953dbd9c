import { Button, ErrorState } from '@foyer/parts'
import type { ComponentType, ReactNode } from 'react'
import type { Piece } from '../piece.js'
import { useModal } from './modalContext.js'
import { useNeeded } from './useNeeded.js'
import { ViewSkeleton } from './ViewSkeleton.js'

export interface ViewSlotProps<Params extends object> {
  readonly view: Piece<ComponentType<Params>>
  readonly params: Params
}

/** A view of a chunk of its own: its layout while it comes, a way on where it doesn't. */
export function ViewSlot<Params extends object>({ view, params }: ViewSlotProps<Params>): ReactNode {
  const { say, state } = useModal()
  const piece = useNeeded({ piece: view, online: state.online })
  if (piece.status === 'failed')
    return (
      <ErrorState
        message={say('button.notLoaded')}
        action={
          <Button variant="quiet" size="sm" onClick={view.load}>
            {say('button.tryAgain')}
          </Button>
        }
      />
    )
  if (piece.status !== 'ready') return <ViewSkeleton label={say('shell.loading')} />
  const View = piece.content
  return <View {...params} />
}
