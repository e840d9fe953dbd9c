import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { attributes, elements, names, noteNamespaces, svgNamespace, xlinkNamespace } from './allowed.js'
import { readStyle, sheetReferences } from './styles.js'
import { type DrawnElement, isTooHeavy, mostDrawn } from './weight.js'

/** Deeper drawings are none: an editor's groups are a dozen. */
const deepest = 128
const mostElements = 50_000

/** A picture isn't one that only draws. */
class RefusedDrawing extends Error {}

function refuse(): never {
  throw new RefusedDrawing()
}

/**
 * Whether bytes are an SVG that only draws and stands still, written in UTF-8: well-formed, with nothing in it but the elements, attributes and styles of a list, and
 * no link out of it. It is served in a sandbox and shown as an image, where no more would run; but a page keeps pictures as blobs of its own origin, and a blob that
 * a visitor opens in a tab runs as that page.
 *
 * @see https://www.w3.org/TR/xml/ · https://www.w3.org/TR/SVG2/
 */
export function isStillDrawing(bytes: Uint8Array): boolean {
  const text = decoded(bytes)
  if (text === null) return false
  const parser = new SaxesParser({ xmlns: true, position: false })
  const drawing = createDrawing()
  parser.on('error', refuse)
  parser.on('xmldecl', drawing.declaration)
  parser.on('doctype', drawing.doctype)
  parser.on('processinginstruction', drawing.instruction)
  parser.on('opentag', drawing.open)
  parser.on('closetag', drawing.close)
  parser.on('text', drawing.text)
  parser.on('cdata', drawing.text)
  try {
    parser.write(text).close()
    return drawing.isLight()
  } catch (error) {
    if (error instanceof RefusedDrawing) return false
    throw error
  }
}

function createDrawing() {
  const path: DrawnElement[] = []
  const all: DrawnElement[] = []
  const byClass = new Map<string, DrawnElement[]>()
  const byId = new Map<string, DrawnElement>()
  const sheets: string[] = []

  const open = ({ uri, local, attributes: own }: SaxesTagNS) => {
    const parent = path.at(-1)
    if (path.length >= deepest || all.length >= mostElements || parent?.name === 'style') refuse()
    const isNote = noteNamespaces.has(uri)
    if (!isNote && (uri !== svgNamespace || !elements.has(local) || (!parent && local !== 'svg'))) refuse()
    const listed = Object.values(own)
    const targets = listed.flatMap((attribute) => [...targetsOf(attribute, local)])
    const written = (name: string) => own[name]?.value
    const corners = Math.ceil(`${written('d') ?? ''}${written('points') ?? ''}`.length / 2)
    const element = { name: isNote ? '' : local, id: written('id'), children: [], targets, corners }
    for (const name of written('class')?.split(/\s+/) ?? []) {
      const ofClass = byClass.get(name)
      if (ofClass) ofClass.push(element)
      else byClass.set(name, [element])
    }
    // Of two by one id a browser takes the first.
    if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element)
    if (element.name === 'style') sheets.push('')
    parent?.children.push(element)
    all.push(element)
    path.push(element)
  }
  return {
    open,
    close: () => void path.pop(),
    text: (text: string) => {
      if (path.at(-1)?.name === 'style') sheets.push(`${sheets.pop() ?? ''}${text}`)
    },
    /** A browser would read another encoding differently than this parser. */
    declaration: ({ encoding = 'utf-8' }: { readonly encoding?: string | undefined }) =>
      encoding.toLowerCase() === 'utf-8' ? undefined : refuse(),
    /** A declaration that could have entities isn't taken, and no browser loads the rest of it. */
    doctype: (declared: string) => (declared.includes('[') ? refuse() : undefined),
    /** A packet of notes; any other could style the document. */
    instruction: ({ target }: { readonly target: string }) => (target === 'xpacket' ? undefined : refuse()),
    isLight: () => {
      const [root] = all
      let left = mostDrawn
      for (const sheet of sheets) {
        if (readStyle(sheet) === null) return false
        for (const { className, target } of sheetReferences(sheet)) {
          const styled = className === undefined ? all : (byClass.get(className) ?? [])
          left -= 1 + styled.length
          if (left < 0) return false
          for (const element of styled) element.targets.push(target)
        }
      }
      return root !== undefined && !isTooHeavy(root, byId)
    },
  }
}

/** The ids that an attribute refers to. It is refused where it isn't on the list, or leads out of the picture. */
function targetsOf({ uri, prefix, local, name, value }: SaxesAttributeNS, element: string): readonly string[] {
  if (prefix === 'xmlns' || name === 'xmlns' || noteNamespaces.has(uri)) return []
  if (uri === xlinkNamespace && local !== 'href')
    return /^(?:title|type|show|actuate|role|arcrole)$/.test(local) ? [] : refuse()
  if (name === 'xml:space' || name === 'xml:lang') return []
  if ((uri === '' && name === 'href') || uri === xlinkNamespace) return linkOf(value.trim(), element)
  if (uri !== '') refuse()
  if (names.has(name) || /^(?:data|aria)-[\w.-]{1,100}$/.test(name)) return []
  return (attributes.has(name) ? readStyle(value) : null) ?? refuse()
}

/** Inside of the picture, or a picture of bytes that can't do anything. */
function linkOf(target: string, element: string): readonly string[] {
  if (target.startsWith('#')) return [target.slice(1)]
  return element === 'image' && /^data:image\/(?:png|jpe?g|webp);base64,[a-z\d+/=\s]*$/i.test(target) ? [] : refuse()
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // in no encoding that is taken, which is an answer
  }
}
