import { FeatureFailedError } from '@foyer/core/errors'
import type { FoyerContext } from '@foyer/core/internal'
import { Component, type ReactNode } from 'react'
import type { ViewEntry } from '../viewEntry.js'

/** A view of a package: where its title or what draws it throws, the error names the view, and what is around it stands. */
export function guarded({
  entry,
  view,
  report,
}: {
  readonly entry: ViewEntry
  readonly view: string
  readonly report: FoyerContext['report']
}): ViewEntry {
  let isReported = false
  return {
    title(route, context) {
      try {
        return entry.title(route, context)
      } catch (cause) {
        // Once, and not while React draws: the host may draw what it is given.
        if (!isReported) queueMicrotask(() => report(new FeatureFailedError({ view, rule: 'title', cause })))
        isReported = true
        return context.say('shell.notAvailable')
      }
    },
    draw: (route) => (
      <Named view={view}>
        <Drawn draw={() => entry.draw(route)} />
      </Named>
    ),
  }
}

const Drawn = ({ draw }: { readonly draw: () => ReactNode }): ReactNode => draw()

interface NamedProps {
  readonly view: string
  readonly children: ReactNode
}

/** Gives an error its view's name on its way to the boundary around every view, which reports it and offers to try again. */
class Named extends Component<NamedProps, { readonly thrown?: { readonly cause: unknown } }> {
  override state: { readonly thrown?: { readonly cause: unknown } } = {}

  static getDerivedStateFromError(cause: unknown): { readonly thrown: { readonly cause: unknown } } {
    return { thrown: { cause } }
  }

  override render(): ReactNode {
    const { view, children } = this.props
    const { thrown } = this.state
    if (thrown) throw new FeatureFailedError({ view, rule: 'draw', ...thrown })
    return children
  }
}
