import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  AddPromptsInput,
  AddPromptsPayload,
  CreatePromptInput,
  CreatePromptPackInput,
  DeletePromptInput,
  DeletePromptPayload,
  Prompt,
  PromptPack,
  PromptPackPayload,
  PromptPayload,
  UpdatePromptInput,
  UpdatePromptPackInput,
} from '../schema/prompt.js';
import { type Context, tenantOf } from '../src/request/context.js';
import {
  addPrompts,
  createPack,
  createPrompt,
  deletePrompt,
  updatePrompt,
} from '../src/services/prompts/prompt.js';
import {
  findPromptPack,
  listPromptPacks,
  type PromptPackRow,
  updatePromptPack,
} from '../src/services/prompts/prompt-pack.js';
import { Id, InputArg } from './arguments.js';

const toPlace = ({ packId = null, brandId = null }: AddPromptsInput | CreatePromptInput) => ({
  packId,
  brandId,
});
@Resolver(() => PromptPack)
export class PromptPackResolver {
  @Authorized('read')
  @Query(() => PromptPack, {
    nullable: true,
    description: 'A prompt pack. `Brand.promptPack` is the one that a brand is asked.',
  })
  promptPack(@Ctx() context: Context, @Id() id: string) {
    return findPromptPack(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => [PromptPack], {
    description: 'Prompt packs of the account, newest first; at most 100.',
  })
  promptPacks(@Ctx() context: Context) {
    return listPromptPacks(context.deps, tenantOf(context));
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, {
    description: 'Creates a prompt pack, empty or with initial prompts.',
  })
  async createPromptPack(
    @Ctx() context: Context,
    @InputArg(CreatePromptPackInput, 'The pack to create.') input: CreatePromptPackInput,
  ) {
    const pack = { name: input.name, prompts: input.prompts ?? [] };
    return { promptPack: await createPack(context.deps, tenantOf(context), pack) };
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, {
    description: 'Renames a prompt pack, binds it to the account or unbinds it.',
  })
  async updatePromptPack(
    @Ctx() context: Context,
    @InputArg(UpdatePromptPackInput, 'The changes.') { id, ...change }: UpdatePromptPackInput,
  ) {
    return { promptPack: await updatePromptPack(context.deps, tenantOf(context), id, change) };
  }

  @FieldResolver(() => [Prompt], {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'Prompts of the pack, oldest first; at most 1,000.',
  })
  prompts(@Ctx() context: Context, @Root() pack: PromptPackRow) {
    return context.loaders().prompts.load(pack.id);
  }
}

@Resolver(() => Prompt)
export class PromptResolver {
  @Authorized('write')
  @Mutation(() => PromptPayload, { description: 'Adds a prompt to a pack.' })
  async createPrompt(
    @Ctx() context: Context,
    @InputArg(CreatePromptInput, 'The prompt to create.') input: CreatePromptInput,
  ) {
    const { deps } = context;
    return { prompt: await createPrompt(deps, tenantOf(context), toPlace(input), input) };
  }

  @Authorized('write')
  @Mutation(() => AddPromptsPayload, {
    description: 'Adds up to 200 prompts to a pack. Either all are added or none.',
  })
  async addPrompts(
    @Ctx() context: Context,
    @InputArg(AddPromptsInput, 'The prompts to add.') input: AddPromptsInput,
  ) {
    const { deps, idempotencyKey } = context;
    const { pack, added } = await addPrompts(
      deps,
      tenantOf(context),
      toPlace(input),
      input.prompts,
      idempotencyKey,
    );
    return { promptPack: pack, added };
  }

  @Authorized('write')
  @Mutation(() => PromptPayload, {
    description: 'Changes a prompt. Runs that were already started keep the earlier version.',
  })
  async updatePrompt(
    @Ctx() context: Context,
    @InputArg(UpdatePromptInput, 'The changes.') { id, ...change }: UpdatePromptInput,
  ) {
    return { prompt: await updatePrompt(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => DeletePromptPayload, {
    description: 'Deletes a prompt from its pack. Its answers remain.',
  })
  async deletePrompt(
    @Ctx() context: Context,
    @InputArg(DeletePromptInput, 'The prompt to delete.') { id }: DeletePromptInput,
  ) {
    return { id: await deletePrompt(context.deps, tenantOf(context), id) };
  }
}
