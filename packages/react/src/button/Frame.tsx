import { type ReactNode, useEffect, useRef } from 'react'
import { useFoyer } from '../useFoyer.js'
import { useSelect } from '../useSelect.js'

/** Where something of the kit stands in the page: carries the theme, the language and its direction. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const { tag, direction } = useFoyer().options.locale
  const { mode, variables } = useSelect((state) => state.theme)
  const frame = useRef<HTMLSpanElement>(null)
  // By script, after mount: a style attribute in a server's markup is refused by a strict content policy.
  useEffect(() => {
    const style = frame.current?.style
    for (const [name, value] of Object.entries(variables)) style?.setProperty(name, `${value}`)
    return () => {
      for (const name in variables) style?.removeProperty(name)
    }
  }, [variables])
  return (
    <span ref={frame} data-part="foyer" data-theme={mode} lang={tag} dir={direction}>
      {children}
    </span>
  )
}
