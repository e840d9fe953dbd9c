import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root, sourceFiles } from './imports.js'

/** A class of errors and the codes that its errors carry. */
export interface ErrorClass {
  readonly name: string
  readonly codes: readonly string[]
}

/** Every exported class below a folder that gives its errors a code of its own; bases, whose code comes from outside, aren't among them. */
export function errorClasses(folder: string): ErrorClass[] {
  return sourceFiles(folder).flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
    const found: ErrorClass[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isClassDeclaration(node) && isExported(node) && node.name?.text.endsWith('Error')) {
        const codes = codesOf(node)
        if (codes.length > 0) found.push({ name: node.name.text, codes })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

const isExported = ({ modifiers }: ts.ClassDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

/**
 * From `extends failure('a', …)`, `readonly code = 'a'`, `readonly code: 'a' | 'b'`, or `super({ code: 'a' })`; and from a table of the file, `keyof typeof texts` or
 * `(typeof codes)[Field]`, where the class is no plain `Error`, which is for its caller alone.
 */
function codesOf(declaration: ts.ClassDeclaration): string[] {
  const codes = madeOf(declaration)
  const isPlain = declaration.heritageClauses?.[0]?.types[0]?.expression.getText() === 'Error'
  const visit = (node: ts.Node): void => {
    const isCode = (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'code'
    if (isCode) {
      if (node.initializer && ts.isStringLiteral(node.initializer)) codes.push(node.initializer.text)
      if (ts.isPropertyDeclaration(node) && node.type)
        codes.push(...literalsOf(node.type), ...(isPlain ? [] : fromTable(node.type)))
    }
    ts.forEachChild(node, visit)
  }
  visit(declaration)
  return codes
}

/** The code of a class that `failure`, or another maker of such classes, makes from it. */
function madeOf({ heritageClauses }: ts.ClassDeclaration): string[] {
  const base = heritageClauses?.[0]?.types[0]?.expression
  const code = base && ts.isCallExpression(base) ? base.arguments[0] : undefined
  return code && ts.isStringLiteral(code) ? [code.text] : []
}

function literalsOf(type: ts.TypeNode): string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(literalsOf)
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : []
}

/** The codes that a table of the file has as its keys, or as its values. */
function fromTable(type: ts.TypeNode): string[] {
  if (ts.isTypeOperatorNode(type)) return tableOf(type.type).map(({ name }) => name.getText())
  if (!ts.isIndexedAccessTypeNode(type)) return []
  return tableOf(type.objectType).flatMap(({ initializer }) =>
    ts.isStringLiteral(initializer) ? [initializer.text] : [],
  )
}

/** The entries of the constant that a `typeof` names. */
function tableOf(type: ts.TypeNode): ts.PropertyAssignment[] {
  if (ts.isParenthesizedTypeNode(type)) return tableOf(type.type)
  if (!ts.isTypeQueryNode(type)) return []
  const [declaration] = type
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ name }) => name.getText() === type.exprName.getText())
  let value = declaration?.initializer
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression
  return value && ts.isObjectLiteralExpression(value) ? value.properties.filter(ts.isPropertyAssignment) : []
}
