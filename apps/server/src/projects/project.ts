import { limits } from '@foyer/core/wire'
import * as v from 'valibot'
import { isOriginPattern } from './origins.js'

/** How a project id is written: letters, digits, `-` and `_`. */
export const ProjectId = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/, 'must be letters, digits, "-" and "_"'),
  v.maxLength(limits.projectId, `must have ${limits.projectId} characters at most`),
)

const AllowedOrigin = v.pipe(
  v.string(),
  v.check(
    isOriginPattern,
    'must be an origin such as "https://dapp.example" or a pattern such as "https://*.dapp.example"',
  ),
)

/** A project as configuration names it; what is left out is off. */
export const ProjectConfig = v.strictObject({
  id: ProjectId,
  name: v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(100, 'must have 100 characters at most')),
  allowedOrigins: v.optional(v.pipe(v.array(AllowedOrigin), v.maxLength(100)), []),
  analyticsEnabled: v.optional(v.boolean(), false),
  development: v.optional(v.boolean(), false),
})
export type ProjectConfig = v.InferOutput<typeof ProjectConfig>

/** Who uses the API: attribution, not authentication, since an id is public and an origin is only a browser's word. */
export interface Project {
  readonly id: string
  readonly name: string
  readonly allowedOrigins: readonly string[]
  readonly analyticsEnabled: boolean
  readonly development: boolean
}
