import * as v from 'valibot'
import { AdminDaysReply, AdminProject, AdminProjectsReply, toAdminDays, toAdminProject } from '../admin/adminWire.js'
import { ProjectChanges, ProjectConfig, ProjectId } from '../projects/project.js'
import { route } from './route.js'

const Param = v.object({ id: ProjectId })

const root = '/admin/api/projects'

const shared = { group: 'Administration', access: 'admin', limitBytes: 256 * 1024 } as const

/** The administration's JSON API, with the operator's token. Without ADMIN_TOKEN it is 404. */
export const admin = [
  route(
    {
      ...shared,
      id: 'listProjects',
      method: 'get',
      path: root,
      summary: 'Lists the projects.',
      reply: AdminProjectsReply,
    },
    async ({ services: { administration } }) => ({ projects: (await administration.list()).map(toAdminProject) }),
  ),
  route(
    {
      ...shared,
      id: 'createProject',
      method: 'post',
      path: root,
      summary: 'Creates a project; 409 when its id is taken.',
      body: ProjectConfig,
      status: 201,
      reply: AdminProject,
    },
    async ({ services: { administration }, body }) => toAdminProject(await administration.create(body)),
  ),
  route(
    {
      ...shared,
      id: 'getProject',
      method: 'get',
      path: `${root}/:id`,
      summary: 'Reads the settings of a project.',
      params: Param,
      reply: AdminProject,
    },
    async ({ services: { administration }, params: { id } }) => toAdminProject(await administration.read(id)),
  ),
  route(
    {
      ...shared,
      id: 'changeProject',
      method: 'patch',
      path: `${root}/:id`,
      summary: 'Changes what is named of a project; `allow` and `disallow` add origins and take them away.',
      params: Param,
      body: ProjectChanges,
      reply: AdminProject,
    },
    async ({ services: { administration }, params: { id }, body: changes }) =>
      toAdminProject(await administration.change({ id, changes })),
  ),
  route(
    {
      ...shared,
      id: 'removeProject',
      method: 'delete',
      path: `${root}/:id`,
      summary: 'Removes a project, with its events, smart sessions and counts.',
      params: Param,
      status: 204,
    },
    async ({ services: { administration }, params: { id } }) => {
      await administration.remove(id)
      return undefined
    },
  ),
  route(
    {
      ...shared,
      id: 'getProjectDays',
      method: 'get',
      path: `${root}/:id/days`,
      summary: 'Counts the requests, events and errors of each of the last 30 days (UTC).',
      params: Param,
      reply: AdminDaysReply,
    },
    async ({ services: { administration }, params: { id } }) => toAdminDays(await administration.days(id)),
  ),
]
