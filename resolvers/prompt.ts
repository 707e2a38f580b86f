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
    description: 'One pack. What a brand is asked hangs on the brand.',
  })
  promptPack(@Ctx() context: Context, @Id() id: string) {
    return findPromptPack(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => [PromptPack], { description: 'The account’s packs, newest first; at most 100.' })
  promptPacks(@Ctx() context: Context) {
    return listPromptPacks(context.deps, tenantOf(context));
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, {
    description: 'Makes a pack, empty or with its first prompts.',
  })
  async createPromptPack(
    @Ctx() context: Context,
    @InputArg(CreatePromptPackInput, 'What to make.') input: CreatePromptPackInput,
  ) {
    const pack = { name: input.name, prompts: input.prompts ?? [] };
    return { promptPack: await createPack(context.deps, tenantOf(context), pack) };
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, {
    description: 'Renames a pack, binds it to the account or unbinds it.',
  })
  async updatePromptPack(
    @Ctx() context: Context,
    @InputArg(UpdatePromptPackInput, 'What to change.') { id, ...change }: UpdatePromptPackInput,
  ) {
    return { promptPack: await updatePromptPack(context.deps, tenantOf(context), id, change) };
  }

  @FieldResolver(() => [Prompt], {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'Its prompts, oldest first; at most 1,000.',
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
    @InputArg(CreatePromptInput, 'What to make.') input: CreatePromptInput,
  ) {
    const { deps } = context;
    return { prompt: await createPrompt(deps, tenantOf(context), toPlace(input), input) };
  }

  @Authorized('write')
  @Mutation(() => AddPromptsPayload, {
    description: 'Adds up to 200 prompts to a pack at once, all or none.',
  })
  async addPrompts(
    @Ctx() context: Context,
    @InputArg(AddPromptsInput, 'What to add.') input: AddPromptsInput,
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
    description: 'Changes what is given of a prompt; runs that were started keep theirs.',
  })
  async updatePrompt(
    @Ctx() context: Context,
    @InputArg(UpdatePromptInput, 'What to change.') { id, ...change }: UpdatePromptInput,
  ) {
    return { prompt: await updatePrompt(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => DeletePromptPayload, {
    description: 'Takes a prompt out of its pack; its answers stay.',
  })
  async deletePrompt(
    @Ctx() context: Context,
    @InputArg(DeletePromptInput, 'What to delete.') { id }: DeletePromptInput,
  ) {
    return { id: await deletePrompt(context.deps, tenantOf(context), id) };
  }
}
