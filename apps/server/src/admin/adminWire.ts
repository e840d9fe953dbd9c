import type { Call, Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { projectFeatures } from '../projects/features.js'
import { type Project, ProjectChanges, ProjectConfig, ProjectId } from '../projects/project.js'
import { Sponsorship } from '../projects/sponsorship.js'
import type { DayOfProject } from './administration.js'

/** A project as the administration's JSON has it. */
const AdminProject = v.object({
  id: v.string(),
  name: v.string(),
  url: v.nullable(v.string()),
  iconUrl: v.nullable(v.string()),
  allowedOrigins: v.array(v.string()),
  vouchedOrigins: v.array(v.string()),
  analyticsEnabled: v.boolean(),
  development: v.boolean(),
  dailyRequests: v.nullable(v.number()),
  featuresOff: v.array(v.picklist(projectFeatures)),
  sponsorship: v.nullable(Sponsorship),
  callable: v.array(v.object({ chainId: v.string(), address: v.string(), selectors: v.array(v.string()) })),
  /** ISO 8601 */
  createdAt: v.string(),
})
type AdminProject = Output<typeof AdminProject>

const AdminDaysReply = v.object({
  days: v.array(v.object({ day: v.string(), requests: v.number(), analytics: v.number(), errors: v.number() })),
})

const params = v.object({ id: ProjectId })
const path = '/admin/api/projects'
const ofOne = { path: `${path}/:id`, params, projectIn: 'nowhere' } as const

export const listProjectsCall = {
  id: 'listProjects',
  method: 'get',
  path,
  projectIn: 'nowhere',
  reply: v.object({ projects: v.array(AdminProject) }),
} as const satisfies Call

export const createProjectCall = {
  id: 'createProject',
  method: 'post',
  path,
  projectIn: 'nowhere',
  body: ProjectConfig,
  reply: AdminProject,
} as const satisfies Call

export const getProjectCall = { ...ofOne, id: 'getProject', method: 'get', reply: AdminProject } as const satisfies Call

export const changeProjectCall = {
  ...ofOne,
  id: 'changeProject',
  method: 'patch',
  body: ProjectChanges,
  reply: AdminProject,
} as const satisfies Call

export const removeProjectCall = { ...ofOne, id: 'removeProject', method: 'delete' } as const satisfies Call

export const getProjectDaysCall = {
  ...ofOne,
  id: 'getProjectDays',
  method: 'get',
  path: `${path}/:id/days`,
  reply: AdminDaysReply,
} as const satisfies Call

export const toAdminProject = ({
  createdAt,
  allowedOrigins,
  vouchedOrigins,
  featuresOff,
  callable,
  ...project
}: Project): AdminProject => ({
  ...project,
  allowedOrigins: [...allowedOrigins],
  vouchedOrigins: [...vouchedOrigins],
  featuresOff: [...featuresOff],
  callable: callable.map((each) => ({ ...each, selectors: [...each.selectors] })),
  createdAt: createdAt.toISOString(),
})

export const fromAdminProject = ({ createdAt, ...project }: AdminProject): Project => ({
  ...project,
  createdAt: new Date(createdAt),
})

export const toAdminDays = (days: readonly DayOfProject[]): v.InferOutput<typeof AdminDaysReply> => ({
  days: days.map((day) => ({ ...day })),
})
