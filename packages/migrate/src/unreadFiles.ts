import type { Left } from './fileMove.js'
import type { ProjectFile } from './migrate.js'
import type { Peer } from './peer.js'
import { lineOfText } from './source.js'

export const isCode = (path: string): boolean => /\.[mc]?[jt]sx?$/.test(path)

/** Is it code, or a file of another kind that can import a package: a style sheet, or a page of a framework's own? */
export const isRead = (path: string): boolean =>
  isCode(path) || /\.(css|scss|sass|less|mdx|vue|svelte|astro)$/.test(path)

/** Lists where a file that isn't read as code names the peer's package. */
export function namedIn({ path, text }: ProjectFile, peer: Peer): Left[] {
  const named = new RegExp(`(?<![\\w/@-])${peer.package}(/[\\w./-]*)?(?=["')])`, 'g')
  return [...text.matchAll(named)].map(({ 0: name, index }) => {
    const to = peer.modules[name]
    const problem = to
      ? `${name} isn't moved in this kind of file: write ${to}`
      : `${name} isn't moved in this kind of file`
    return { path, line: lineOfText(text, index), problem, guide: `${peer.guide}#set-up` }
  })
}
