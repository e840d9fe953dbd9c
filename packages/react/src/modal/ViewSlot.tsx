import { Button, ErrorState } from '@foyer/parts'
import type { ComponentType, ReactNode } from 'react'
import type { Loadable } from './loadable.js'
import { useModal } from './modalContext.js'
import { useLoadable } from './useLoadable.js'
import { ViewSkeleton } from './ViewSkeleton.js'

export interface ViewSlotProps<Params extends object> {
  readonly view: Loadable<ComponentType<Params>>
  readonly params: Params
}

/** A view of a chunk of its own: its layout while it comes, a way on where it doesn't. */
export function ViewSlot<Params extends object>({ view, params }: ViewSlotProps<Params>): ReactNode {
  const { say, state } = useModal()
  const loaded = useLoadable({ loadable: view, online: state.online })
  if (loaded.status === 'loading') return <ViewSkeleton label={say('shell.loading')} />
  if (loaded.status === 'failed')
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
  const View = loaded.value
  return <View {...params} />
}
